//! Languages demanded, wished for, and only mentioned.

use super::*;

fn check_languages(cases: &[(&str, &[&str])]) {
    let cases: Vec<(&str, Value)> = cases
        .iter()
        .map(|(text, want)| (*text, json!(want)))
        .collect();
    check("languages", &cases);
}

#[test]
fn languages_that_must_be_mastered_are_named_in_english() {
    check_languages(&[
        ("Fluent Italian language skills (required).", &["Italian"]),
        ("Fluent in English and Mandarin", &["English", "Mandarin"]),
        ("Fluency in German (C1) is a must", &["German"]),
        (
            "Excellent written and verbal communication skills in English",
            &["English"],
        ),
        (
            "Native-level Japanese, business level English",
            &["Japanese", "English"],
        ),
        (
            "You speak Dutch, French or English",
            &["Dutch", "French", "English"],
        ),
        ("Languages: English, Spanish", &["English", "Spanish"]),
        ("英语流利，可作为工作语言", &["English"]),
        ("良好的英文读写能力", &["English"]),
        ("普通话标准，沟通能力强", &["Mandarin"]),
        ("英语CET-6及以上", &["English"]),
        ("通过大学英语六级", &["English"]),
        ("CET-4", &["English"]),
        ("日语N2以上水平", &["Japanese"]),
        ("JLPT N1", &["Japanese"]),
        ("精通粤语和英语", &["Cantonese", "English"]),
    ]);
}

#[test]
fn a_wish_is_not_a_demand() {
    check_languages(&[
        ("German is a plus", &[]),
        ("Fluent in English; German is a plus", &["English"]),
        ("Fluent English required, German preferred", &["English"]),
        ("Knowledge of French would be an advantage", &[]),
        ("英语流利者优先", &[]),
        ("Nice to have\n- Fluent Spanish", &[]),
    ]);
}

#[test]
fn lands_people_and_programs_are_no_demands() {
    check_languages(&[
        (
            "Drive growth in the German market with strong communication",
            &[],
        ),
        ("Work with our French team", &[]),
        ("English Literature department", &[]),
        ("Fluent in Python and Rust", &[]),
        ("Polish the product and communicate well", &[]),
        ("About us\nOur fluent English speaking team", &[]),
        ("", &[]),
    ]);
}
