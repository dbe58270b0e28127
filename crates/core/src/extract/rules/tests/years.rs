//! Years in words as numbers, and words that have no one reading.

use proptest::prelude::*;

use crate::extract::rules::years::{Years, read};

fn years(min: impl Into<Option<i64>>, max: impl Into<Option<i64>>) -> Option<Years> {
    let (min, max) = (min.into(), max.into());
    Some(Years { min, max })
}

#[test]
fn a_lower_bound_is_the_minimum() {
    for words in [
        "3 years",
        "3+ years",
        "3 + years",
        "at least 3 years",
        "minimum of 3 years",
        "Minimum 3 years of experience",
        "3 years minimum",
        "3 or more years",
        "3 years or more",
        "three years",
        "Three (3) years",
        "three (3+) years",
        "3-year",
        "3yrs",
        "3+ yrs",
        "more than 3 years",
        "over 3 years",
        "3 plus years",
        "36 months",
        "3+",
        "Years of experience: 3",
        "a minimum of three years of professional experience",
        "3年",
        "3年以上",
        "三年以上",
        "3 年以上相关工作经验",
        "至少3年",
        "不少于三年工作经验",
        "３年以上",
        "满3年",
        "3年及以上",
        "3年(含)以上",
        "工作经验3年以上",
    ] {
        assert_eq!(read(words), years(3, None), "{words}");
    }
}

#[test]
fn a_range_has_both_ends() {
    for words in [
        "3-5 years",
        "3–5 years",
        "3 to 5 years",
        "3 - 5 yrs of experience",
        "3 or 5 years",
        "three to five years",
        "3 years to 5 years",
        "between 3-5 years",
        "36-60 months",
        "3-5年",
        "3~5年",
        "3至5年",
        "三到五年",
        "3年-5年",
        "3-5年相关工作经验",
        "3年以上5年以下",
        "3–5",
    ] {
        assert_eq!(read(words), years(3, 5), "{words}");
    }
    assert_eq!(read("十至十五年"), years(10, 15));
    assert_eq!(read("0-2 years"), years(0, 2));
}

#[test]
fn an_open_range_keeps_its_lower_end() {
    for words in ["3-5+ years", "at least 3-5 years", "3-5年以上"] {
        assert_eq!(read(words), years(3, None), "{words}");
    }
}

#[test]
fn an_upper_bound_alone_demands_no_minimum() {
    for words in [
        "up to 2 years",
        "less than 2 years",
        "2 years maximum",
        "2年以下",
        "2年以内",
        "不超过两年",
    ] {
        assert_eq!(read(words), years(None, 2), "{words}");
    }
}

#[test]
fn nothing_needed_is_zero() {
    for words in [
        "no experience required",
        "None",
        "经验不限",
        "工作经验不限",
        "不限",
        "无需经验",
    ] {
        assert_eq!(read(words), years(0, None), "{words}");
    }
}

#[test]
fn what_has_more_than_one_reading_has_none() {
    for words in [
        "several years",
        "extensive experience",
        "some experience",
        "",
        "years",
        "3.5 years",
        "1.5年",
        "半年",
        "两年半",
        "6 months",
        "18 months",
        "3 years with a PhD or 5 years with a Master's",
        "5-8 years, two of them in production",
        "around 3 years",
        "近3年",
        "3年左右",
        "5-3 years",
        "2026年",
        "100 years",
        "3 years in the last 5 years",
        "1/2 year",
        "3 roles",
        "Level 3",
        "the 1st year",
        "一定的工作经验",
        "3 (5) years",
        "10多年",
        "30% of 3 years",
        "senior",
        "more than 3 but less than 3",
        "junior to 3 senior years 4",
    ] {
        assert_eq!(read(words), None, "{words}");
    }
}

#[test]
fn a_text_without_end_is_no_demand() {
    assert_eq!(read(&"3 years ".repeat(200_000)), None);
    assert_eq!(read(&"十".repeat(300)), None);
}

proptest! {
    #[test]
    fn every_range_is_read_in_both_languages(low in 0_i64..40, more in 0_i64..20) {
        let high = low + more;
        prop_assert_eq!(read(&format!("{low}-{high} years of experience")), years(low, high));
        prop_assert_eq!(read(&format!("{low}至{high}年工作经验")), years(low, high));
        prop_assert_eq!(read(&format!("{low}+ years")), years(low, None));
    }

    #[test]
    fn no_words_make_it_panic_or_read_nonsense(words in "\\PC{0,60}") {
        if let Some(Years { min, max }) = read(&words) {
            prop_assert!(min.is_some() || max.is_some());
            prop_assert!(min.is_none_or(|min| (0..=60).contains(&min)));
            prop_assert!(max.is_none_or(|max| min.is_none_or(|min| min <= max)));
        }
    }

    #[test]
    fn words_of_the_trade_in_any_order_never_make_it_panic(
        picks in proptest::collection::vec(0_usize..20, 0..12),
    ) {
        let parts = ["3", "5", "-", "to", "+", "years", "months", "at least", "up to", "年", "以上",
            "以下", "三", "十", "(", ")", " ", "or", "半", "experience"];
        let words: Vec<_> = picks.iter().filter_map(|at| parts.get(*at)).copied().collect();
        read(&words.concat());
        read(&words.join(" "));
    }
}
