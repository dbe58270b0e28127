//! What holds for every text: no panic, the contract's form, the same answer again, linear time.

use proptest::prelude::*;

use super::*;
use crate::extract::contract::Contract;

fn job() -> Contract {
    Contract::built_in(&"job@1".parse().unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_makes_it_panic_and_every_answer_passes_the_contract(
        title in ".{0,30}",
        text in "(?s)([ -~\n，。；本科学历年以上经验全日制英语流利应届校招]|Bachelor's|5\\+ years|[Ff]ull-time|Go,|C\\+\\+|preferred|- ){0,80}",
    ) {
        let findings = read(&title, &text);
        let checked = job().validate(&Value::Object(findings.answer.clone())).unwrap();
        prop_assert_eq!(&checked.answer, &findings.answer);
        prop_assert!(checked.flags.is_empty(), "{:?}", checked.flags);
        prop_assert_eq!(read(&title, &text), findings);
    }

    #[test]
    fn no_unicode_makes_it_panic(title in "\\PC{0,20}", text in "(?s).{0,200}") {
        read(&title, &text);
    }
}

#[test]
fn an_empty_posting_is_a_legal_empty_answer() {
    let answer = read("", "").answer;
    assert_eq!(answer, job().empty_answer());
}

/// Texts of every kind that could be slow, on one line or many. A rule that is quadratic in the
/// text would need minutes for one of them.
#[test]
fn long_texts_are_read_in_linear_time() {
    for piece in [
        "a",
        "Go, ",
        "本科优先，",
        "5 years ",
        "Bachelor's, ",
        "full-time ",
        "- \n",
        "https://",
        "English ",
        "3年",
        "(",
        "9-9",
        "About the role:\n",
        "graduating in ",
        "word.\n",
    ] {
        let text = piece.repeat((1 << 17) / piece.len());
        let answer = read("Engineer", &text).answer;
        assert_eq!(answer.len(), 8, "{piece:?}");
    }
}

#[test]
fn a_megabyte_on_one_line_is_read() {
    let line = "We use Go, Rust and 本科优先 with 5 years of English, full-time; ";
    let answer = read("Engineer", &line.repeat((1 << 20) / line.len())).answer;
    assert_eq!(answer["tech_stack"], json!(["Go", "Rust"]));
}
