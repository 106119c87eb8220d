//! The name of the processor a run was made on.

use std::fs;

/// The processor's model name as Linux gives it in `/proc/cpuinfo`, e.g. `AMD EPYC 7543 32-Core
/// Processor`; `unknown` on other systems and where the kernel names none (many ARM boards).
pub fn cpu_model() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    model_in(&text).unwrap_or("unknown").to_owned()
}

/// The value of the first `model name` line that has one.
fn model_in(cpuinfo: &str) -> Option<&str> {
    let fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    fields.filter(|(key, _)| key.trim() == "model name").map(|(_, value)| value.trim()).find(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_name_is_found_and_nothing_else() {
        let x86 =
            "processor\t: 0\nmodel\t\t: 17\nmodel name\t: AMD EPYC 9: x\ncpu MHz\t: 2596\n\nmodel name\t: other\n";
        assert_eq!(model_in(x86), Some("AMD EPYC 9: x"));
        assert_eq!(model_in("processor\t: 0\nmodel name\t:\nBogoMIPS\t: 50.00\n"), None);
        assert_eq!(model_in(""), None);
        assert!(!cpu_model().is_empty());
    }
}
