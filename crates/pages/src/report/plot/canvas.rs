//! An SVG drawing in a few fixed colours, for use inside a page. The page's style replaces each colour to suit a light
//! or dark background, and sets the font.

use maud::{Markup, PreEscaped, html};
use plotters::{
    chart::{ChartBuilder, MeshStyle},
    coord::{Shift, ranged1d::Ranged},
    prelude::{
        Color as _, DrawingArea, DrawingAreaErrorKind, DrawingBackend, IntoDrawingArea as _, RGBColor, SVGBackend,
    },
    style::{IntoTextStyle as _, ShapeStyle, TextStyle},
};

/// Colours that people with any colour vision can tell apart, with enough contrast on white and on black. (Masataka
/// Okabe and Kei Ito, *Color Universal Design*, 2008; those of their eight colours with a contrast of at least 3 : 1 on
/// either, and a darker yellow.)
pub(crate) const SERIES: [RGBColor; 5] = [
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0x8A, 0x6D, 0x00),
];

const INK: RGBColor = RGBColor(0, 0, 0);

/// The number of plotters' pixels per pixel of the page. Plotters draws at whole pixels only.
pub(crate) const FINE: u32 = 4;
/// As narrow as a plot can be, so that it fits on a telephone with labels that can be read.
const WIDTH: u32 = 480;
const TEXT: u32 = 14;

pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(crate) type PlotResult = Result<(), DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>>;

/// A colour as written in the SVG.
#[cfg(test)]
pub(crate) fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// A drawing `height` pixels of the page high. `what` is the description for screen readers.
pub(crate) fn svg(what: &str, height: u32, draw: impl FnOnce(&Area<'_>) -> PlotResult) -> Markup {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, (WIDTH * FINE, height * FINE)).into_drawing_area();
    draw(&area)
        .and_then(|()| area.present())
        .expect("the SVG backend writes to memory and measures text by its length");
    drop(area);
    // The element that plotters opens has a fixed size; the page needs one that scales.
    let inner = text.split_once('>').map_or("", |(_, inner)| inner);
    let inner = inner.rsplit_once("</svg>").map_or(inner, |(inner, _)| inner);
    html! {
        div.wide {
            svg viewBox={ "0 0 " (WIDTH * FINE) " " (height * FINE) } role="img" aria-label=(what) {
                (PreEscaped(inner))
            }
        }
    }
}

/// A chart that leaves this room, in pixels of the page, to the right of it and for the labels of both axes.
pub(crate) fn chart<'a, 'b>(area: &'a Area<'b>, right: u32, x: u32, y: u32) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut chart = ChartBuilder::on(area);
    chart.margin(10 * FINE).margin_right(right * FINE).x_label_area_size(x * FINE).y_label_area_size(y * FINE);
    chart
}

pub(crate) fn text<'a>() -> TextStyle<'a> {
    // Plotters takes this number as the height of a line, which is 1.24 times the font size.
    let height = f64::from(TEXT * FINE) * 1.24;
    ("sans-serif", height).into_text_style(&(WIDTH, WIDTH)).color(&INK)
}

/// The style of a line one pixel wide, with this opacity from 0 to 1.
pub(crate) fn rule(strength: f64) -> ShapeStyle {
    INK.mix(strength).stroke_width(FINE)
}

/// Gives a mesh the lines and the text that all charts have.
pub(crate) fn plain<'m, 'a, 'b, X: Ranged, Y: Ranged, DB: DrawingBackend>(
    mesh: &'m mut MeshStyle<'a, 'b, X, Y, DB>,
) -> &'m mut MeshStyle<'a, 'b, X, Y, DB> {
    mesh.bold_line_style(rule(0.15)).light_line_style(rule(0.0)).axis_style(rule(0.5)).label_style(text())
}

/// The smallest range that contains all finite values, slightly widened. The range is never empty.
pub(crate) fn hull(values: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let finite = values.into_iter().filter(|value| value.is_finite());
    let [low, high] =
        finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)]);
    match high - low {
        span if span > 0.0 => [low - 0.05 * span, high + 0.05 * span],
        _ if low.is_finite() => [low - 0.5, high + 0.5],
        _ => [0.0, 1.0],
    }
}

/// A label of an axis: a number with enough digits to tell neighbouring labels apart.
pub(crate) fn tick(value: f64, [low, high]: [f64; 2]) -> String {
    let digits = (1.0 - (high - low).log10().floor()).clamp(0.0, 6.0) as usize;
    let text = format!("{value:.digits$}");
    // Avoids `-0`.
    if text.trim_matches(['-', '0', '.']).is_empty() { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_is_never_empty() {
        assert_eq!(hull([]), [0.0, 1.0]);
        assert_eq!(hull([f64::NAN, f64::INFINITY]), [0.0, 1.0]);
        assert_eq!(hull([3.0]), [2.5, 3.5]);
        assert_eq!(hull([0.0, f64::NEG_INFINITY, 100.0]), [-5.0, 105.0]);
    }

    #[test]
    fn ticks_are_told_apart() {
        for (value, range, expected) in [
            (0.25, [0.0, 1.0], "0.2"),
            (0.25, [0.2, 0.3], "0.25"),
            (-0.0001, [0.0, 1.0], "0"),
            (-120.0, [-200.0, 100.0], "-120"),
            (10.0, [0.0, 30.0], "10"),
        ] {
            assert_eq!(tick(value, range), expected, "{value} in {range:?}");
        }
    }
}
