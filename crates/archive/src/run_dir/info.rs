//! `run.toml`: what was run, with what, on what.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::time::SystemTime;

/// What a run was asked to do and where it ran; everything needed to do it again.
///
/// In `run.toml` the times are RFC 3339 in UTC, the puzzle hash is 16 hexadecimal digits, and the seed is
/// a decimal *string*: TOML integers end at 2^63 − 1 and seeds do not. A seed written by hand as a plain
/// integer is read too.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunInfo {
    /// The puzzle's name.
    pub puzzle: String,
    /// The puzzle's 64-bit hash, clues included.
    #[serde(with = "hex")]
    pub puzzle_hash: u64,
    /// The clue choice, as on the command line: `starter`, `five`, `none`, or what the puzzle file says.
    pub clues: String,
    /// The engine.
    pub engine: String,
    /// The preset the parameters started from, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The seed.
    #[serde(with = "decimal")]
    pub seed: u64,
    /// Version of Edgewise.
    pub version: String,
    /// Processor model; see [`crate::cpu_model`].
    pub cpu: String,
    /// Worker threads.
    pub threads: usize,
    /// When the run started.
    #[serde(with = "rfc3339")]
    pub started: SystemTime,
    /// The command line, program first.
    pub command: Vec<String>,
    /// Every parameter of the engine, those left at their default too. Last, as TOML wants its tables.
    #[serde(default)]
    pub parameters: toml::Table,
}

/// The name of a run's folder: `<utc>-<engine>-<seed>`, e.g. `20261130T101920Z-backtrack-7`. The time is
/// to the second, without colons, so that it is a file name everywhere and sorts by age. Characters of
/// `engine` other than ASCII letters, digits, `-` and `_` become `_`.
pub fn default_name(utc: SystemTime, engine: &str, seed: u64) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let engine: String = engine.chars().map(plain).collect();
    format!("{}-{engine}-{seed}", timestamp(utc).strftime("%Y%m%dT%H%M%SZ"))
}

/// The time as a timestamp; times outside the years −9999..=9999 become the nearest one inside.
fn timestamp(time: SystemTime) -> Timestamp {
    let nearest = if time < SystemTime::UNIX_EPOCH { Timestamp::MIN } else { Timestamp::MAX };
    Timestamp::try_from(time).unwrap_or(nearest)
}

/// A time as RFC 3339 text in UTC, to the nanosecond where it has them.
mod rfc3339 {
    use super::*;
    use serde::de::Error;

    pub(super) fn serialize<S: serde::Serializer>(time: &SystemTime, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(&timestamp(*time))
    }

    pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(from: D) -> Result<SystemTime, D::Error> {
        let text = String::deserialize(from)?;
        let stamp = text.parse::<Timestamp>().ok().and_then(|stamp| stamp.try_into().ok());
        stamp.ok_or_else(|| D::Error::custom(format!("time `{text}`: expected RFC 3339")))
    }
}

/// A 64-bit hash as 16 hexadecimal digits.
mod hex {
    use super::*;
    use serde::de::Error;

    pub(super) fn serialize<S: serde::Serializer>(hash: &u64, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(&format_args!("{hash:016x}"))
    }

    pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let text = String::deserialize(from)?;
        let bad = || D::Error::custom(format!("hash `{text}`: expected 16 hexadecimal digits"));
        if text.len() != 16 {
            return Err(bad());
        }
        u64::from_str_radix(&text, 16).map_err(|_| bad())
    }
}

/// A 64-bit integer as decimal text; a plain integer is read too.
mod decimal {
    use super::*;
    use serde::de::Error;

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Number {
        Text(String),
        Plain(u64),
    }

    pub(super) fn serialize<S: serde::Serializer>(number: &u64, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        match Number::deserialize(from)? {
            Number::Plain(number) => Ok(number),
            Number::Text(text) => {
                text.parse().map_err(|_| D::Error::custom(format!("seed `{text}`: expected 0..=2^64-1")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn info(seed: u64) -> RunInfo {
        let parameters = toml::toml! {
            width = 512
            tie = "random"
            quota = [1, 2, 3]
        };
        RunInfo {
            puzzle: "eternity2".into(),
            puzzle_hash: 0x00ab_0000_0000_00ff,
            clues: "starter".into(),
            engine: "beam".into(),
            preset: Some("deep".into()),
            seed,
            version: "0.1.0".into(),
            cpu: "unknown".into(),
            threads: 2,
            started: SystemTime::UNIX_EPOCH + Duration::new(1_796_033_960, 123_456_789),
            command: vec!["edgewise".into(), "beam".into(), "a \"b\"\n".into()],
            parameters,
        }
    }

    #[test]
    fn every_field_comes_back_and_a_large_seed_survives() {
        for seed in [0, i64::MAX as u64, i64::MAX as u64 + 1, u64::MAX] {
            let text = toml::to_string_pretty(&info(seed)).unwrap();
            assert!(text.contains(&format!("seed = \"{seed}\"")), "{text}");
            assert!(text.contains("puzzle_hash = \"00ab0000000000ff\""), "{text}");
            assert!(text.contains("started = \"2026-11-30T10:19:20.123456789Z\""), "{text}");
            assert_eq!(toml::from_str::<RunInfo>(&text).unwrap(), info(seed));
        }
        let without = RunInfo { preset: None, ..info(1) };
        assert_eq!(toml::from_str::<RunInfo>(&toml::to_string_pretty(&without).unwrap()).unwrap(), without);
    }

    #[test]
    fn a_plain_seed_is_read_and_nonsense_is_named() {
        let text = toml::to_string_pretty(&info(7)).unwrap();
        assert_eq!(toml::from_str::<RunInfo>(&text.replace("\"7\"", "7")).unwrap().seed, 7);
        let refused = |from: &str, to: &str| {
            let error = toml::from_str::<RunInfo>(&text.replace(from, to)).unwrap_err();
            error.message().to_owned()
        };
        assert!(refused("\"7\"", "\"18446744073709551616\"").contains("seed `18446744073709551616`"));
        assert!(refused("00ab", "+0ab0").contains("hash"));
        assert!(refused("2026-11-30T", "yesterday").contains("expected RFC 3339"));
    }

    #[test]
    fn the_default_name_is_a_plain_sortable_file_name() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_796_033_960);
        assert_eq!(default_name(time, "backtrack", u64::MAX), "20261130T101920Z-backtrack-18446744073709551615");
        assert_eq!(default_name(time, "../a b", 0), "20261130T101920Z-___a_b-0");
        assert!(default_name(SystemTime::UNIX_EPOCH, "beam", 1) < default_name(time, "beam", 0));
        let far = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 40);
        assert!(default_name(far, "beam", 1).starts_with("9999"));
    }
}
