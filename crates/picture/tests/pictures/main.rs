//! Tests of whole pictures, one module an output.

mod boards;
mod heatmap;
mod motifs;
mod plots;
mod png;
mod svg;
mod terminal;
