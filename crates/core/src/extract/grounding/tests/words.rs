//! Text in text: what people read over does not matter, where a word begins and ends does.

use super::*;

#[test]
fn width_case_blanks_and_dashes_do_not_matter() {
    for (text, value) in [
        ("We use RUST and  Kafka.", "rust"),
        ("ＲＵＳＴ开发", "Rust"),
        ("Apache\u{a0}Kafka", "apache kafka"),
        ("3–5 years of experience", "3-5 years"),
        ("bachelor’s degree", "Bachelor's degree"),
        ("zero\u{200b}width", "zerowidth"),
        ("ΟΔΟΣ", "οδος"),
        ("caf\u{e9}", "cafe\u{301}"),
    ] {
        assert!(holds(text, value), "{value} in {text}");
    }
}

#[test]
fn a_part_of_a_word_or_number_proves_nothing() {
    for (text, value) in [
        ("JavaScript", "Java"),
        ("my_sql", "SQL"),
        ("13 years", "3 years"),
        ("3.5 years", "5 years"),
        ("at most 2.5", "2"),
        ("C++ and C#", "C"),
        ("Go to market", "Golang"),
        ("", "Rust"),
    ] {
        assert!(!holds(text, value), "{value} in {text}");
    }
}

#[test]
fn a_sign_between_two_words_is_no_part_of_them() {
    assert!(holds("Rust+Kafka", "Rust"));
    assert!(holds("C, C++", "C"));
    assert!(holds("C++17", "C++"));
    assert!(holds("5+ years", "5"));
    assert!(holds("Ends with 5.", "5"));
}

#[test]
fn a_later_whole_word_counts_after_an_earlier_part_of_one() {
    assert_eq!(lines("java".into(), "JavaScript\nor Java"), Some((2, 2)));
    assert!(holds("ba a a", "a a"), "places may overlap");
}

#[test]
fn chinese_has_no_boundaries_but_latin_words_and_digits_in_it_do() {
    let text = "岗位要求：精通Java开发，３-5年以上工作经验，熟悉分布式系统。";
    for value in ["Java", "3-5年", "分布式", "工作经验", "5年以上"] {
        assert!(holds(text, value), "{value}");
    }
    for value in ["Jav", "三年", "15年", "机器学习"] {
        assert!(!holds(text, value), "{value}");
    }
    assert!(!holds("13年经验", "3年"));
    assert!(holds("Java를 씁니다", "java"));
}

#[test]
fn a_value_may_run_over_the_end_of_a_line() {
    let text = "Intro\n\nat least three\n  years of work\nend";
    assert_eq!(lines("three years".into(), text), Some((3, 4)));
    assert_eq!(lines("end".into(), text), Some((5, 5)));
}

#[test]
fn a_value_of_which_nothing_shows_is_not_proved() {
    assert!(!holds("any text", "\u{200b}"));
    assert!(!holds("", ""));
}

#[test]
fn a_text_that_repeats_itself_is_still_read_once() {
    let text = "ab ".repeat(200_000);
    let value = "ab ".repeat(100_000) + "a";
    // Quadratic work would be 2 × 10¹⁰ steps: the test would not come back.
    assert!(!holds(&text, value));
}
