//! Files of lines that another process writes.

use arbiter_board::file_tail::FileTail;

#[test]
fn whole_lines_are_read_once_and_a_line_that_is_too_long_never() {
    let path = testkit::processes::scratch("board").join("lines");
    let mut tail = FileTail::new(&path);
    let missing = tail.read().unwrap();
    assert!(!missing.is_restarted && missing.text.is_empty());
    let mut check = |written: &[u8], expected: (bool, &[u8])| {
        std::fs::write(&path, written).unwrap();
        let news = tail.read().unwrap();
        assert_eq!((news.is_restarted, &*news.text), expected);
    };
    check(b"one\ntw", (false, b"one\n"));
    check(b"one\ntwo\nthree\n", (false, b"two\nthree\n"));
    check(b"one\ntwo\nthree\n", (false, b""));
    check(b"new\n", (true, b"new\n"));
    check(&[b"new\n", &*vec![b' '; 16 << 20], b"\n"].concat(), (false, b""));
}
