//! Colours of light: sRGB triples, and the OKLCH space in which palettes are reckoned.
//!
//! Source: B. Ottosson, "A perceptual color space for image processing" (2020), whose matrices
//! are used here; relative luminance and contrast as in WCAG 2.

use std::fmt;

/// An sRGB colour, 8 bits a channel. Displays as `#rrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Rgb {
    /// The colour of packed `0xrrggbb`.
    pub const fn hex(packed: u32) -> Rgb {
        Rgb((packed >> 16) as u8, (packed >> 8) as u8, packed as u8)
    }

    /// The colour of OKLCH coordinates: `lightness` 0..=1, `chroma` from 0, `hue` in degrees.
    /// Where the screen cannot show it, chroma is lowered until it can.
    pub fn from_oklch(lightness: f64, chroma: f64, hue: f64) -> Rgb {
        let (sin, cos) = hue.to_radians().sin_cos();
        let linear = |chroma: f64| linear_from_oklab([lightness, chroma * cos, chroma * sin]);
        let mut chroma = chroma;
        while chroma > 0.0 && !linear(chroma).iter().all(|v| (-1e-4..=1.0001).contains(v)) {
            chroma -= 0.002;
        }
        let [r, g, b] = linear(chroma.max(0.0)).map(encode);
        Rgb(r, g, b)
    }

    /// OKLab coordinates: lightness 0..=1, green to red, blue to yellow.
    pub fn oklab(self) -> [f64; 3] {
        let [r, g, b] = self.linear();
        let l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b).cbrt();
        let m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b).cbrt();
        let s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b).cbrt();
        [
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        ]
    }

    /// Distance in OKLab; about 0.02 is just noticeable.
    pub fn distance(self, other: Rgb) -> f64 {
        let (a, b) = (self.oklab(), other.oklab());
        a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt()
    }

    /// Relative luminance, 0 (black) to 1 (white).
    pub fn luminance(self) -> f64 {
        let [r, g, b] = self.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Contrast ratio, 1 (none) to 21 (black on white).
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The point `t` (0..=1) of the way to `other`, straight through sRGB.
    pub fn mix(self, other: Rgb, t: f64) -> Rgb {
        let channel = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * t).round() as u8;
        Rgb(channel(self.0, other.0), channel(self.1, other.1), channel(self.2, other.2))
    }

    fn linear(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|channel| {
            let v = f64::from(channel) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        })
    }
}

fn linear_from_oklab([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    let l = (lightness + 0.3963377774 * a + 0.2158037573 * b).powi(3);
    let m = (lightness - 0.1055613458 * a - 0.0638541728 * b).powi(3);
    let s = (lightness - 0.0894841775 * a - 1.2914855480 * b).powi(3);
    [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    ]
}

fn encode(linear: f64) -> u8 {
    let v = linear.clamp(0.0, 1.0);
    let v = if v <= 0.0031308 { v * 12.92 } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 };
    (v * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oklch_round_trips() {
        for packed in [0x000000, 0xffffff, 0x2e7cd1, 0xf5d44e, 0x7d2f72] {
            let rgb = Rgb::hex(packed);
            let [l, a, b] = rgb.oklab();
            assert_eq!(Rgb::from_oklch(l, a.hypot(b), b.atan2(a).to_degrees()), rgb);
        }
        assert_eq!(Rgb::hex(0x2e7cd1).to_string(), "#2e7cd1");
    }

    #[test]
    fn contrast_spans_the_known_range() {
        let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert!((white.contrast(white) - 1.0).abs() < 1e-9);
        assert_eq!(black.mix(white, 0.5), Rgb(128, 128, 128));
    }

    #[test]
    fn colours_beyond_the_screen_lose_chroma_not_lightness() {
        let vivid = Rgb::from_oklch(0.9, 0.4, 30.0);
        assert!((vivid.oklab()[0] - 0.9).abs() < 0.01, "{vivid}");
    }
}
