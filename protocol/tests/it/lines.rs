//! Lines out of bytes, beyond what `laws` shows of whole streams.

use std::io::{self, Read};

use uvi::{Framer, LineReader, OwnedLine};

#[test]
fn a_long_line_is_announced_before_its_end() {
    let mut framer = Framer::new(8);
    for (bytes, announced) in [(&b"123456789"[..], 1), (&[b'x'; 100], 0)] {
        let mut count = 0;
        framer.feed(bytes, |_| count += 1);
        assert_eq!((count, framer.unfinished()), (announced, &b""[..]));
    }
    assert_eq!(framer.finish(), None);
}

#[test]
fn a_line_without_its_end_can_be_looked_at() {
    let mut framer = Framer::new(8);
    for (bytes, expected) in [("", ""), ("ab", "ab"), ("c", "abc"), ("d\n", ""), ("e\nf", "f")] {
        framer.feed(bytes.as_bytes(), |_| {});
        assert_eq!(framer.unfinished(), expected.as_bytes());
    }
}

/// A reader that gives one byte per call, reports an interruption before each, and fails in the end.
struct Dribble<'a>(&'a [u8], bool);

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let Some((&byte, rest)) = self.0.split_first() else { return Err(io::ErrorKind::ConnectionReset.into()) };
        self.0 = rest;
        buffer[0] = byte;
        Ok(1)
    }
}

#[test]
fn lines_come_whole_from_a_slow_reader_and_its_error_is_passed_on() {
    let mut reader = LineReader::new(Dribble(b"uvi 1\r\n1234567890\n\xff\n", false), 8);
    for expected in [
        OwnedLine::Text("uvi 1".to_owned()),
        OwnedLine::TooLong { start: b"12345678".to_vec() },
        OwnedLine::NotUtf8(vec![0xff]),
    ] {
        assert_eq!(reader.read_line().unwrap(), Some(expected));
    }
    assert_eq!(reader.read_line().unwrap_err().kind(), io::ErrorKind::ConnectionReset);
}
