//! The parameter table: each tunable of an engine is declared once, and flags, presets, study axes,
//! forms and the reference page are made from the declaration.

use std::collections::BTreeMap;
use std::fmt;

/// The type and range of a parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number in a closed range.
    Integer(i64, i64),
    /// Yes or no.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Free text with a syntax of its own, explained in the help.
    Text,
    /// Whole numbers in a closed range, separated by commas; may be empty.
    Integers(i64, i64),
}

/// A parameter's declaration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// Its name, words joined by underscores (flags use hyphens).
    pub name: &'static str,
    /// Type and range.
    pub kind: Kind,
    /// The default, as it would be written.
    pub default: &'static str,
    /// One line of help that says what raising it does.
    pub help: &'static str,
    /// The unit, or "" for pure numbers and words.
    pub unit: &'static str,
    /// Where the default comes from.
    pub source: &'static str,
}

/// A parameter's value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// See [`Kind::Integer`].
    Integer(i64),
    /// See [`Kind::Flag`].
    Flag(bool),
    /// See [`Kind::Choice`] and [`Kind::Text`].
    Text(String),
    /// See [`Kind::Integers`].
    Integers(Vec<i64>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(n) => write!(f, "{n}"),
            Value::Flag(b) => write!(f, "{b}"),
            Value::Text(t) => f.write_str(t),
            Value::Integers(v) => f.write_str(&v.iter().map(i64::to_string).collect::<Vec<_>>().join(",")),
        }
    }
}

/// Why a setting was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    /// The table has no such parameter.
    #[error("parameter `{name}`: unknown, expected one of {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The value does not fit.
    #[error("parameter `{name}`: `{}` does not fit, expected {expected}", found.escape_debug())]
    Value {
        /// The parameter.
        name: String,
        /// What was given.
        found: String,
        /// What fits.
        expected: String,
    },
    /// A preset is not there.
    #[error("preset `{name}`: unknown, expected one of {known}")]
    Preset {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A preset file is not TOML.
    #[error("preset `{name}`: {why}")]
    Toml {
        /// The preset.
        name: String,
        /// The parser's complaint, on one line.
        why: String,
    },
}

/// A whole number as people write it: `50_000`, `50k`, `300M`, `4G`.
pub fn read_number(word: &str) -> Option<i64> {
    let plain = word.trim().replace('_', "");
    let scale = match plain.chars().last() {
        Some('k') => 1_000,
        Some('M') => 1_000_000,
        Some('G') => 1_000_000_000,
        _ => 1,
    };
    let digits = if scale > 1 { &plain[..plain.len() - 1] } else { &plain };
    digits.parse::<i64>().ok().and_then(|n| n.checked_mul(scale))
}

impl Parameter {
    /// What a value must look like, for messages and help.
    pub fn expected(&self) -> String {
        match self.kind {
            Kind::Integer(lo, hi) => format!("a whole number in {lo}..={hi}"),
            Kind::Flag => "true or false".to_owned(),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Text => "text (see the help)".to_owned(),
            Kind::Integers(lo, hi) => format!("whole numbers in {lo}..={hi} separated by commas"),
        }
    }

    /// Reads a value from text.
    pub fn parse(&self, text: &str) -> Result<Value, ParamError> {
        let bad = || ParamError::Value {
            name: self.name.to_owned(),
            found: text.chars().take(60).collect(),
            expected: self.expected(),
        };
        let number = |word: &str, lo: i64, hi: i64| read_number(word).filter(|n| (lo..=hi).contains(n)).ok_or_else(bad);
        match self.kind {
            Kind::Integer(lo, hi) => number(text, lo, hi).map(Value::Integer),
            Kind::Flag => text.trim().parse().map(Value::Flag).map_err(|_| bad()),
            Kind::Choice(words) => words.contains(&text).then(|| Value::Text(text.to_owned())).ok_or_else(bad),
            Kind::Text => Ok(Value::Text(text.to_owned())),
            Kind::Integers(lo, hi) => {
                let words = text.split(',').filter(|w| !w.trim().is_empty());
                words.map(|w| number(w, lo, hi)).collect::<Result<_, _>>().map(Value::Integers)
            }
        }
    }
}

/// An engine's parameters and named presets.
#[derive(Clone, Copy, Debug)]
pub struct ParameterTable {
    /// The engine.
    pub engine: &'static str,
    /// Every tunable, in the order a reader wants them.
    pub parameters: &'static [Parameter],
    /// Presets as (name, TOML text). The first is the default.
    pub presets: &'static [(&'static str, &'static str)],
}

impl ParameterTable {
    /// The declaration of `name` (hyphens count as underscores).
    pub fn find(&self, name: &str) -> Result<&'static Parameter, ParamError> {
        let wanted = name.replace('-', "_");
        self.parameters.iter().find(|p| p.name == wanted).ok_or_else(|| ParamError::Unknown {
            name: name.to_owned(),
            known: self.parameters.iter().map(|p| p.name).collect::<Vec<_>>().join(", "),
        })
    }

    /// The reference page of the table, as Markdown: every parameter and every preset with its
    /// source.
    pub fn reference(&self) -> String {
        let mut page = format!("# Parameters of `{}`\n\n", self.engine);
        page.push_str(
            "| parameter | default | values | unit | what it does | source |\n| --- | --- | --- | --- | --- | --- |\n",
        );
        for p in self.parameters {
            let default = if p.default.is_empty() { "none".to_owned() } else { format!("`{}`", p.default) };
            let unit = if p.unit.is_empty() { "–" } else { p.unit };
            page.push_str(&format!(
                "| `{}` | {default} | {} | {unit} | {} | {} |\n",
                p.name,
                p.expected(),
                p.help,
                p.source
            ));
        }
        page.push_str("\n## Presets\n");
        for (name, text) in self.presets {
            let table: toml::Table = text.parse().unwrap_or_default();
            let word = |key: &str| table.get(key).and_then(|v| v.as_str()).unwrap_or("–").to_owned();
            page.push_str(&format!("\n### `{name}`\n\n{}\n\nSource: {}.\n\n", word("about"), word("source")));
            for (key, value) in table.iter().filter(|(key, _)| *key != "about" && *key != "source") {
                page.push_str(&format!("* `{key}` = `{}`\n", value.to_string().trim_matches(['"', '\''])));
            }
        }
        page
    }

    /// All defaults.
    pub fn defaults(&'static self) -> Params {
        let value = |p: &Parameter| match p.parse(p.default) {
            Ok(value) => value,
            Err(error) => unreachable!("a declared default fits its own kind: {error}"),
        };
        Params { table: self, values: self.parameters.iter().map(|p| (p.name, value(p))).collect() }
    }

    /// A named preset: the defaults changed as its TOML says.
    pub fn preset(&'static self, name: &str) -> Result<Params, ParamError> {
        let known = || self.presets.iter().map(|p| p.0).collect::<Vec<_>>().join(", ");
        let found = self.presets.iter().find(|p| p.0 == name);
        let (name, text) = found.ok_or_else(|| ParamError::Preset { name: name.to_owned(), known: known() })?;
        let mut params = self.defaults();
        params.apply_toml(name, text)?;
        Ok(params)
    }
}

/// A value for every parameter of a table.
#[derive(Clone, Debug)]
pub struct Params {
    table: &'static ParameterTable,
    values: BTreeMap<&'static str, Value>,
}

impl Params {
    /// Sets `name` from text.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
        let parameter = self.table.find(name)?;
        self.values.insert(parameter.name, parameter.parse(text)?);
        Ok(())
    }

    /// Applies a TOML table of settings; arrays of whole numbers and plain values are taken, `about`
    /// and `source` are for readers.
    pub fn apply_toml(&mut self, origin: &str, text: &str) -> Result<(), ParamError> {
        let bad = |why: String| ParamError::Toml { name: origin.to_owned(), why };
        let table: toml::Table = text.parse().map_err(|e: toml::de::Error| bad(e.message().replace('\n', " ")))?;
        for (name, value) in table {
            let text = match &value {
                _ if name == "about" || name == "source" => continue,
                toml::Value::String(s) => s.clone(),
                toml::Value::Integer(n) => n.to_string(),
                toml::Value::Boolean(b) => b.to_string(),
                toml::Value::Array(items) => {
                    let word = |v: &toml::Value| v.as_integer().map(|n| n.to_string());
                    let words: Option<Vec<String>> = items.iter().map(word).collect();
                    words.ok_or_else(|| bad(format!("`{name}`: expected an array of whole numbers")))?.join(",")
                }
                other => return Err(bad(format!("`{name}`: expected a plain value, found a {}", other.type_str()))),
            };
            self.set(&name, &text)?;
        }
        Ok(())
    }

    /// A preset file with every parameter: what preset it is laid over does not matter.
    pub fn to_toml(&self, about: &str, source: &str) -> String {
        let mut table = toml::Table::new();
        table.insert("about".to_owned(), about.into());
        table.insert("source".to_owned(), source.into());
        for (name, value) in &self.values {
            let value = match value {
                Value::Integer(n) => toml::Value::from(*n),
                Value::Flag(b) => toml::Value::from(*b),
                Value::Text(text) => toml::Value::from(text.as_str()),
                Value::Integers(list) => toml::Value::from(list.clone()),
            };
            table.insert((*name).to_owned(), value);
        }
        table.to_string()
    }

    /// Every name with its value, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.values.iter().map(|(name, value)| (*name, value))
    }

    /// The value of a parameter the engine declares.
    fn value(&self, name: &str) -> &Value {
        match self.values.get(name) {
            Some(value) => value,
            None => unreachable!("engine {} reads `{name}`, which its table lacks", self.table.engine),
        }
    }

    /// A whole number.
    pub fn integer(&self, name: &str) -> i64 {
        match self.value(name) {
            Value::Integer(n) => *n,
            other => unreachable!("`{name}` is no whole number: {other}"),
        }
    }

    /// A flag.
    pub fn flag(&self, name: &str) -> bool {
        match self.value(name) {
            Value::Flag(b) => *b,
            other => unreachable!("`{name}` is no flag: {other}"),
        }
    }

    /// A word or text.
    pub fn text(&self, name: &str) -> &str {
        match self.value(name) {
            Value::Text(t) => t,
            other => unreachable!("`{name}` is no text: {other}"),
        }
    }

    /// A list of whole numbers.
    pub fn integers(&self, name: &str) -> &[i64] {
        match self.value(name) {
            Value::Integers(v) => v,
            other => unreachable!("`{name}` is no list: {other}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TABLE: ParameterTable = ParameterTable {
        engine: "toy",
        parameters: &[
            Parameter { name: "width", kind: Kind::Integer(1, 9), default: "3", help: "", unit: "", source: "" },
            Parameter { name: "deep", kind: Kind::Flag, default: "false", help: "", unit: "", source: "" },
            Parameter { name: "at", kind: Kind::Integers(0, 20), default: "1,2", help: "", unit: "", source: "" },
            Parameter { name: "tie", kind: Kind::Choice(&["a", "b"]), default: "a", help: "", unit: "", source: "" },
        ],
        presets: &[("big", "about = 'x'\nwidth = 9\nat = [3, 4]")],
    };

    #[test]
    fn presets_and_settings() {
        let mut params = TABLE.preset("big").unwrap();
        assert_eq!((params.integer("width"), params.integers("at")), (9, &[3, 4][..]));
        let cap =
            Parameter { name: "cap", kind: Kind::Integer(0, i64::MAX), default: "0", help: "", unit: "", source: "" };
        assert_eq!(cap.parse("2G"), Ok(Value::Integer(2_000_000_000)));
        assert!(cap.parse("k").is_err() && cap.parse("9999999999999G").is_err());
        params.set("deep", "true").unwrap();
        params.set("tie", "b").unwrap();
        assert!(params.flag("deep") && params.text("tie") == "b");
    }

    #[test]
    fn a_preset_file_says_it_all() {
        let params = TABLE.preset("big").unwrap();
        let mut other = TABLE.defaults();
        other.set("deep", "true").unwrap();
        other.apply_toml("f", &params.to_toml("about \"quotes\"", "s")).unwrap();
        assert_eq!(other.values, params.values);
    }

    #[test]
    fn mistakes_name_what_was_expected() {
        let mut params = TABLE.defaults();
        let mut message = |name: &str, text: &str| params.set(name, text).unwrap_err().to_string();
        assert_eq!(message("width", "10"), "parameter `width`: `10` does not fit, expected a whole number in 1..=9");
        assert_eq!(message("tie", "c"), "parameter `tie`: `c` does not fit, expected one of a, b");
        assert_eq!(message("wide", "1"), "parameter `wide`: unknown, expected one of width, deep, at, tie");
        assert!(message("at", "1,99").contains("separated by commas"));
        assert_eq!(TABLE.preset("x").unwrap_err().to_string(), "preset `x`: unknown, expected one of big");
        assert!(params.apply_toml("f", "width = 1.5").unwrap_err().to_string().contains("expected a plain value"));
    }
}
