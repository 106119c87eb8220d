//! Fuzz targets for the parsers of `edgewise-puzzle` and `edgewise-cover`, one binary each in `src/bin`.

pub mod checks;
pub mod cover_checks;
