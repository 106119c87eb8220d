//! Fuzz targets for the parsers of `edgewise-puzzle`, one binary each in `src/bin`.

pub mod checks;
