//! A colour scale whose order the eye sees: dark purple, blue, green, yellow.
//!
//! Eleven colours reckoned in OKLCH, lightness 0.24 to 0.94 in even steps, hue from 300 to 105
//! degrees, chroma 0.085 to 0.175 or what the screen can show. Lightness alone carries the order,
//! so it survives colour blindness and a grey printer.

use crate::colour::Rgb;

const STEPS: [u32; 11] =
    [0x261241, 0x29285e, 0x214078, 0x045b89, 0x057490, 0x038e97, 0x04a999, 0x27c48d, 0x7ad77a, 0xbde662, 0xfdf14e];

/// The scale's support points, least first, evenly spaced.
pub(crate) fn steps() -> [Rgb; STEPS.len()] {
    STEPS.map(Rgb::hex)
}

/// The colour at `t`, 0 the least and 1 the most; clamped.
pub(crate) fn ordered_colour(t: f64) -> Rgb {
    let place = t.clamp(0.0, 1.0) * (STEPS.len() - 1) as f64;
    let below = (place as usize).min(STEPS.len() - 2);
    Rgb::hex(STEPS[below]).mix(Rgb::hex(STEPS[below + 1]), place - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lightness_rises_evenly() {
        let lightness: Vec<f64> = (0..=100).map(|i| ordered_colour(f64::from(i) / 100.0).oklab()[0]).collect();
        for pair in lightness.windows(2) {
            let step = pair[1] - pair[0];
            assert!((0.002..0.013).contains(&step), "{step}");
        }
        assert_eq!(ordered_colour(-3.0), steps()[0]);
        assert_eq!(ordered_colour(7.0), steps()[10]);
    }
}
