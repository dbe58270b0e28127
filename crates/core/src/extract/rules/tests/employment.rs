//! Kinds of employment.

use super::*;

#[test]
fn a_label_or_the_title_says_it() {
    check(
        "employment_type",
        &[
            ("Employment type: Full-time", json!("full_time")),
            ("Job Type: Contract", json!("contract")),
            ("Type: Part time", json!("part_time")),
            ("Full-time", json!("full_time")),
            ("Full-time, permanent", json!("full_time")),
            ("工作性质：全职", json!("full_time")),
            ("工作类型:实习", json!("internship")),
            (
                "Benefits\n- Coffee\nEmployment Type: Temporary",
                json!("temporary"),
            ),
        ],
    );
    check_titles(
        "employment_type",
        &[
            ("Software Engineer Intern", json!("internship")),
            ("Marketing Internship (Summer 2026)", json!("internship")),
            ("后端开发实习生", json!("internship")),
            ("Barista (Part-Time)", json!("part_time")),
            ("周末兼职家教", json!("part_time")),
            ("Data Analyst - 6 month contract", json!("contract")),
            ("Seasonal Sales Associate", json!("temporary")),
            ("Contract Manager", json!(null)),
            ("Smart Contract Engineer", json!(null)),
            ("Internal Auditor", json!(null)),
            ("Internship Program Manager", json!(null)),
            ("Contemporary Art Curator", json!(null)),
            ("Engineer", json!(null)),
        ],
    );
}

#[test]
fn the_text_says_it_where_it_speaks_of_this_job() {
    check(
        "employment_type",
        &[
            (
                "This is a full-time position based in Berlin.",
                json!("full_time"),
            ),
            ("We offer a part-time role of 20 hours", json!("part_time")),
            ("This is a 12-month contract", json!("contract")),
            ("A temporary position until May", json!("temporary")),
            ("This internship lasts 12 weeks", json!("internship")),
            ("每周至少到岗4天，实习期3个月以上", json!("internship")),
            ("全职，双休", json!("full_time")),
            ("招聘兼职人员若干名", json!("part_time")),
        ],
    );
}

#[test]
fn the_text_does_not_say_it_where_it_speaks_of_something_else() {
    check(
        "employment_type",
        &[
            (
                "How Acme Supports Full-Time Employees\n- Benefits",
                json!(null),
            ),
            ("Full-time employees get a bonus", json!(null)),
            ("A full-time degree in law", json!(null)),
            ("Negotiate contracts with suppliers", json!(null)),
            ("Previous internship experience is welcome", json!(null)),
            ("有相关实习经验者优先", json!(null)),
            ("在职期间不得兼职", json!(null)),
            ("Build temporary tables in SQL", json!(null)),
            ("5 years of full-time experience", json!(null)),
            ("", json!(null)),
        ],
    );
}

#[test]
fn a_label_is_surer_than_the_text() {
    let text = "This is a full-time position.\nEmployment type: Contract";
    assert_eq!(
        field("employment_type", "Engineer", text),
        json!("contract")
    );
}
