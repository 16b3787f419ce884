//! Pictures as pixels.

use std::sync::{Arc, LazyLock};

use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};
use uvi_games::game::Picture;

/// The fonts of the system, read once. Without fonts, pictures have no letters.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    Arc::new(fonts)
});

/// The largest width of a picture, in pixels.
pub(crate) const WIDEST: u32 = 8192;

pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Red, green and blue, row by row.
    pub(crate) rgb: Vec<u8>,
}

/// Paints a picture on white, `width` pixels wide.
pub(crate) fn paint(picture: &Picture, width: u32) -> Result<Pixels, String> {
    if !(1..=WIDEST).contains(&width) {
        return Err(format!("expected a width from 1 to {WIDEST} pixels, found {width}"));
    }
    let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
    let tree = Tree::from_str(&picture.to_svg(), &options).map_err(|error| error.to_string())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    let mut pixmap = Pixmap::new(width, height).ok_or_else(|| format!("no room for {width} × {height} pixels"))?;
    pixmap.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    // On white, no pixel is transparent.
    let rgb = pixmap.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok(Pixels { width: width as usize, height: height as usize, rgb })
}
