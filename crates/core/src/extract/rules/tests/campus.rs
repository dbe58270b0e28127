//! Postings for students and new graduates, and postings about them.

use super::*;

#[test]
fn the_title_decides() {
    check_titles(
        "campus_hire",
        &[
            ("Software Engineer, New Grad", json!(true)),
            ("AI Engineer, University Graduate 2026", json!(true)),
            ("2026届校园招聘-算法工程师", json!(true)),
            ("【校招】Java开发工程师", json!(true)),
            ("管培生(2026届)", json!(true)),
            ("Data Science Intern", json!(true)),
            ("测试实习生", json!(true)),
            ("Graduate Software Engineer", json!(true)),
            ("Werkstudent Marketing (m/w/d)", json!(true)),
            ("【社招】高级后端工程师", json!(false)),
            ("University Recruiter", json!(null)),
            ("Campus Recruiting Coordinator", json!(null)),
            ("校园招聘经理", json!(null)),
            ("Senior Engineer", json!(null)),
        ],
    );
}

#[test]
fn the_text_says_for_whom_the_posting_is() {
    check(
        "campus_hire",
        &[
            ("Open to recent graduates.", json!(true)),
            ("New grads welcome!", json!(true)),
            ("You are graduating in June 2026", json!(true)),
            (
                "Currently enrolled in a Bachelor's degree program",
                json!(true),
            ),
            ("Penultimate year student at university", json!(true)),
            ("Join our internship program", json!(true)),
            ("面向2026届毕业生", json!(true)),
            ("招聘对象：应届毕业生", json!(true)),
            ("2026年应届毕业生，本科及以上学历", json!(true)),
            ("在校生优先，每周到岗3天", json!(true)),
            ("本岗位为社招岗位", json!(false)),
            ("不接受应届生", json!(false)),
            ("This role is not open to new graduates", json!(false)),
        ],
    );
}

#[test]
fn a_posting_about_students_is_not_one_for_them() {
    check(
        "campus_hire",
        &[
            (
                "Lead our campus recruiting and manage the internship program",
                json!(null),
            ),
            ("Mentor new grads and interns", json!(null)),
            ("Work hybrid from our campus in Austin", json!(null)),
            ("负责公司校园招聘工作", json!(null)),
            ("协助完成应届生培养", json!(null)),
            ("优秀应届毕业生亦可", json!(null)),
            ("Previous internship experience", json!(null)),
            ("5+ years of experience", json!(null)),
            ("", json!(null)),
        ],
    );
}

#[test]
fn a_clear_no_wins_over_a_mention() {
    check(
        "campus_hire",
        &[("社招岗位，非应届生招聘。\n带领应届毕业生成长", json!(false))],
    );
}
