//! Command-line flags made from an engine's parameter table.

use std::marker::PhantomData;

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use edgewise_search::{Engine, Kind, ParameterTable, Params};

use crate::failure::Failure;
use crate::input;
use crate::study_plan::is_contents;

/// The settings given for one engine: `--preset`, and a flag for every parameter.
#[derive(Clone, Debug, Default)]
pub(crate) struct EngineFlags {
    /// The preset, by name or from a TOML file.
    pub(crate) preset: Option<String>,
    settings: Vec<(&'static str, String)>,
}

impl EngineFlags {
    /// Adds the flags of `table` to a command.
    pub(crate) fn augment(table: &'static ParameterTable, command: Command) -> Command {
        let names: Vec<&str> = table.presets.iter().map(|p| p.0).collect();
        let preset = Arg::new("preset").long("preset").value_name("PRESET").help(format!(
            "Start from a preset: {}, or a TOML file (default: what suits the puzzle)",
            names.join(", ")
        ));
        let flags = table.parameters.iter().map(|p| {
            let unit = if p.unit.is_empty() { String::new() } else { format!(", {}", p.unit) };
            let shape = match p.kind {
                Kind::Integer(lo, hi) if hi == i64::MAX => format!("{lo}.."),
                Kind::Integer(lo, hi) => format!("{lo}..={hi}"),
                Kind::Flag => "true|false".to_owned(),
                Kind::Choice(words) => words.join("|"),
                Kind::Text => "TEXT".to_owned(),
                Kind::Integers(..) => "N,N,..".to_owned(),
            };
            let text = format!("{} [{shape}{unit}; default {}; {}]", p.help, p.default, p.source);
            let long = p.name.replace('_', "-");
            let arg =
                Arg::new(p.name).long(long).help(text).help_heading("Engine parameters").allow_hyphen_values(true);
            arg.value_name(if matches!(p.kind, Kind::Flag) { "BOOL" } else { "VALUE" })
        });
        command.arg(preset).args(flags)
    }

    /// Takes the flags of `table` from what was given.
    pub(crate) fn from_matches(table: &'static ParameterTable, matches: &ArgMatches) -> Result<EngineFlags, Error> {
        let given = |name: &str| matches.get_one::<String>(name).cloned();
        let settings = table.parameters.iter().filter_map(|p| given(p.name).map(|value| (p.name, value))).collect();
        Ok(EngineFlags { preset: given("preset"), settings })
    }

    /// The first flag given that asks for another preset than `preset` or another value than in `params`.
    pub(crate) fn other_than(&self, params: &Params, preset: Option<&str>) -> Option<String> {
        let values = |params: &Params| params.iter().map(|(_, value)| value.to_string()).collect::<Vec<_>>();
        let other_preset = self.preset.as_deref().filter(|&given| Some(given) != preset);
        let is_other = |(name, value): &&(&'static str, String)| {
            let mut changed = params.clone();
            !value.starts_with('@') && (changed.set(name, value).is_err() || values(&changed) != values(params))
        };
        let flag = |(name, value): &(&str, String)| format!("--{} {value}", name.replace('_', "-"));
        other_preset.map(|given| format!("--preset {given}")).or_else(|| self.settings.iter().find(is_other).map(flag))
    }

    /// The parameters: preset (or `default_preset`), then the single settings. Also the preset's
    /// name.
    pub(crate) fn params(
        &self,
        table: &'static ParameterTable,
        default_preset: &str,
    ) -> Result<(Params, String), Failure> {
        let name = self.preset.as_deref().unwrap_or(default_preset);
        let known = table.presets.iter().any(|p| p.0 == name);
        if !known && (name.ends_with(".toml") || name.contains('/')) && !std::path::Path::new(name).exists() {
            return Err(Failure::input(format!("preset {name}: no such file")));
        }
        let mut params = if !known && std::path::Path::new(name).is_file() {
            let mut params = table.preset(default_preset).map_err(Failure::input)?;
            params.apply_toml(name, &input::read_text(name)?).map_err(Failure::input)?;
            params
        } else {
            table.preset(name).map_err(Failure::input)?
        };
        for (name, value) in &self.settings {
            params.set(name, value).map_err(Failure::input)?;
        }
        // An order from a file is handed to the engine as text.
        let file = params.text("order").strip_prefix('@').filter(|text| !is_contents(text)).map(str::to_owned);
        if let Some(path) = file {
            let text = input::read_text(&path)?;
            params.set("order", &format!("@{text}")).map_err(Failure::input)?;
        }
        Ok((params, name.to_owned()))
    }
}

/// The flags of engine `E`, to be flattened into a command's arguments.
#[derive(Clone, Debug)]
pub(crate) struct FlagsOf<E> {
    /// What was given.
    pub(crate) given: EngineFlags,
    engine: PhantomData<E>,
}

impl<E: Engine + Default> Args for FlagsOf<E> {
    fn augment_args(command: Command) -> Command {
        EngineFlags::augment(E::default().parameters(), command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<E: Engine + Default> FromArgMatches for FlagsOf<E> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = EngineFlags::from_matches(E::default().parameters(), matches)?;
        Ok(FlagsOf { given, engine: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
