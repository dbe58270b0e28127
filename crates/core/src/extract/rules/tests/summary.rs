//! The summary: the posting's own sentences about the work.

use super::*;

fn summary(text: &str) -> Value {
    field("summary", "Cook", text)
}

#[test]
fn prose_about_the_role_wins_over_the_company_and_the_duties() {
    let text = "Acme is the leading maker of anvils in the world and beyond.\nAbout the role\nYou will cook for four hundred people a day.\nResponsibilities\n- Cook";
    assert_eq!(
        summary(text),
        "You will cook for four hundred people a day."
    );
}

#[test]
fn boilerplate_heads_are_skipped() {
    let text = "About us\nAcme is the leading maker of anvils.\nWhat you'll do\n- Cook lunch for four hundred people a day";
    assert_eq!(summary(text), "Cook lunch for four hundred people a day");
    let text = "公司介绍\n某某科技成立于2010年，是行业领先的企业。\n岗位职责：\n1、负责后端服务的设计与开发；\n2、负责性能优化。";
    assert_eq!(summary(text), "负责后端服务的设计与开发；");
}

#[test]
fn it_ends_with_a_sentence_and_is_never_longer_than_the_limit() {
    let sentence = "You will cook for four hundred people a day, and you will like it. ";
    let Value::String(cut) = summary(&sentence.repeat(9)) else {
        panic!()
    };
    assert_eq!(cut, sentence.repeat(3).trim());
    let Value::String(cut) = summary(&"负责后端服务的设计与开发。".repeat(60)) else {
        panic!()
    };
    assert!(cut.ends_with('。') && cut.chars().count() <= 240);
    let Value::String(cut) = summary(&"word ".repeat(200)) else {
        panic!()
    };
    assert!(
        cut.ends_with("word…") && cut.chars().count() <= 240,
        "{cut}"
    );
}

#[test]
fn a_dot_inside_of_a_name_ends_no_sentence() {
    let text = format!(
        "You build services with Node.js and ASP.NET {}. Done.",
        "and more ".repeat(30)
    );
    let Value::String(cut) = summary(&text) else {
        panic!()
    };
    assert!(cut.len() > 200, "{cut}");
}

#[test]
fn an_almost_empty_posting_has_what_it_says_and_an_empty_one_has_none() {
    assert_eq!(summary("Come work."), "Come work.");
    assert_eq!(summary("Soon."), Value::Null);
    assert_eq!(summary(""), Value::Null);
    assert_eq!(summary(" \n \n"), Value::Null);
}

#[test]
fn rows_of_facts_are_no_summary() {
    let text = "Location: Berlin, Germany, or remote in Europe\nAcme | Engineer | Remote | Full-time | 80k\nYou will cook for four hundred people.";
    assert_eq!(summary(text), "You will cook for four hundred people.");
    assert_eq!(
        summary("地点：新疆（干满两年也可以回成都）\n负责后端服务的设计与开发工作"),
        "负责后端服务的设计与开发工作"
    );
}
