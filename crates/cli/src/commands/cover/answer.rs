//! Counts as text and JSON.

use edgewise_cover::{End, Method};
use serde_json::{Value, json};

use crate::failure::{Answer, Failure};
use crate::output;

/// A count as JSON: a number up to 2^53, a string beyond.
pub(super) fn number(count: u128) -> Value {
    match u64::try_from(count) {
        Ok(small) if small <= 1 << 53 => json!(small),
        _ => json!(count.to_string()),
    }
}

/// The line with what it cost, and why it ended if not by itself.
pub(super) fn say_end(json: &Value, end: Option<End>, method: Method) -> Result<Answer, Failure> {
    let whole = |name: &str| output::grouped(u128::from(json[name].as_u64().unwrap_or(0)));
    let cut = match end {
        None | Some(End::Exhausted) => "",
        Some(End::Nodes) => "; cut by --nodes",
        Some(End::Solutions) => "; stopped by --solutions",
        Some(End::Time) => "; cut by --time",
        Some(End::Flag) => "; ended by a signal",
    };
    output::line(&format!(
        "{} nodes, {} updates by {}, {:.3} s{cut}",
        whole("nodes"),
        whole("updates"),
        method.name(),
        json["seconds"].as_f64().unwrap_or(0.0),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_beyond_a_double_are_strings() {
        assert_eq!(number(1 << 53), json!(9_007_199_254_740_992u64));
        assert_eq!(number((1 << 53) + 1), json!("9007199254740993"));
        assert_eq!(number(u128::MAX), json!("340282366920938463463374607431768211455"));
    }
}
