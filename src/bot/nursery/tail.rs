//! The last bytes of an output that may be endless.

const KEPT: usize = 64 * 1024;

/// The last 64 KiB of the added bytes.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    /// At most 128 KiB, twice what is kept, so that not every read must drop old bytes.
    bytes: Vec<u8>,
    dropped: u64,
}

impl Tail {
    /// Adds bytes, at most 64 KiB at once. A tail takes no memory before its first byte.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        if self.bytes.len() + bytes.len() > 2 * KEPT {
            let old = self.bytes.len() - KEPT;
            self.bytes.drain(..old);
            self.dropped += old as u64;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The bytes after the first `seen` ones, except dropped ones, and the number of all bytes.
    pub(crate) fn after(&self, seen: u64) -> (&[u8], u64) {
        let all = self.dropped + self.bytes.len() as u64;
        let new = usize::try_from(all.saturating_sub(seen)).unwrap_or(usize::MAX).min(self.bytes.len());
        (&self.bytes[self.bytes.len() - new..], all)
    }

    /// The kept bytes as text. If earlier bytes were dropped, the text begins at the start of a line, if it has one.
    pub(crate) fn text(&self) -> String {
        let kept = &self.bytes[self.bytes.len().saturating_sub(KEPT)..];
        let cut = self.dropped > 0 || kept.len() < self.bytes.len();
        let start = if cut { kept.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1) } else { 0 };
        String::from_utf8_lossy(&kept[start..]).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(chunks: &[&[u8]]) -> String {
        let mut tail = Tail::default();
        for chunk in chunks {
            for part in chunk.chunks(KEPT) {
                tail.add(part);
            }
        }
        tail.text()
    }

    #[test]
    fn little_is_kept_whole_and_much_is_cut_at_the_start_of_a_line_if_there_is_one() {
        assert_eq!(tail(&[b"one\n", b"two \xff\n"]), "one\ntwo \u{fffd}\n");
        let lines: Vec<u8> = (0..100_000).flat_map(|n| format!("line {n}\n").into_bytes()).collect();
        let text = tail(&[&lines, b"the end"]);
        assert!(text.len() <= KEPT && text.len() > KEPT - 20, "{}", text.len());
        assert!(text.starts_with("line ") && text.ends_with("line 99999\nthe end"), "{}", &text[..20]);
        assert_eq!(tail(&[&[b'x'; 200_000]]).len(), KEPT);
    }

    #[test]
    fn what_came_after_a_place_is_found_as_far_as_it_is_kept() {
        let mut tail = Tail::default();
        tail.add(b"one\n");
        assert_eq!(tail.after(0), (&b"one\n"[..], 4));
        assert_eq!(tail.after(4), (&b""[..], 4));
        tail.add(b"two\n");
        assert_eq!(tail.after(4), (&b"two\n"[..], 8));
        for _ in 0..5 {
            tail.add(&[b'x'; KEPT]);
        }
        let all = 8 + 5 * KEPT as u64;
        assert_eq!(tail.after(all - 3), (&b"xxx"[..], all));
        assert_eq!(tail.after(8).1, all);
        assert!(tail.after(8).0.len() >= KEPT);
    }
}
