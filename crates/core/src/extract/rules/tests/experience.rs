//! Years of experience, and years of other things.

use super::*;

#[test]
fn the_postings_own_words_are_kept() {
    check(
        "years_of_experience",
        &[
            ("3-5 years of experience in Rust", json!("3-5 years")),
            ("5+ years experience building products", json!("5+ years")),
            (
                "At least 3 years of professional experience",
                json!("At least 3 years"),
            ),
            (
                "Minimum of 7 years' experience",
                json!("Minimum of 7 years'"),
            ),
            ("4 to 8 years working in SRE", json!("4 to 8 years")),
            (
                "two or more years of sales experience",
                json!("two or more years"),
            ),
            ("2–4 yrs of relevant experience", json!("2–4 yrs")),
            (
                "5 years or more in a similar role",
                json!("5 years or more"),
            ),
            ("Experience: 10 years", json!("10 years")),
            ("6 months of experience in retail", json!("6 months")),
            ("You have 3+ yrs with systems programming", json!("3+ yrs")),
            ("职位要求:\n1.本科\n2.3年以上外贸工作经验", json!("3年以上")),
            ("3年以上后端开发经验", json!("3年以上")),
            ("三年以上工作经验", json!("三年以上")),
            ("3-5年相关工作经验", json!("3-5年")),
            ("工作经验:1-3年", json!("1-3年")),
            ("具有5年及以上互联网产品经验", json!("5年及以上")),
            ("至少两年从业经验", json!("至少两年")),
            ("半年以上销售经验", json!("半年以上")),
            ("经验不限", json!("经验不限")),
            ("No experience required", json!("No experience required")),
            ("9년 이상의 개발 경력", json!("9년 이상")),
            (
                "Requirements\n- 5+ years of recruiting\n- 2+ years specializing in technical roles",
                json!("5+ years"),
            ),
        ],
    );
}

#[test]
fn the_demand_is_taken_from_the_requirements() {
    check(
        "years_of_experience",
        &[
            (
                "You have 2 years of working with us ahead.\nRequirements\n- 6 years of experience",
                json!("6 years"),
            ),
            (
                "Nice to have\n- 10 years of experience\nRequirements\n- 3 years of experience",
                json!("3 years"),
            ),
        ],
    );
    assert_eq!(
        field("years_of_experience", "Java开发工程师(3-5年工作经验)", ""),
        json!("3-5年")
    );
}

#[test]
fn other_years_are_not_years_of_experience() {
    check(
        "years_of_experience",
        &[
            (
                "Founded 10 years ago, we have 20 years of experience in logistics",
                json!(null),
            ),
            ("Our team has over 30 years of experience", json!(null)),
            ("Equity vesting over 4 years", json!(null)),
            (
                "Must be at least 18 years of age, working in the EU",
                json!(null),
            ),
            ("Working in 2026 years like 2025", json!(null)),
            ("5 weeks paid vacation after 4 years", json!(null)),
            ("10 years of experience preferred", json!(null)),
            ("公司成立10年以上，工作环境好", json!(null)),
            ("2026年工作计划", json!(null)),
            ("签订3年劳动合同", json!(null)),
            ("5年以上工作经验优先", json!(null)),
            ("毕业3年内，有相关经验", json!(null)),
            (
                "About us\nWith 25 years of experience we lead the market",
                json!(null),
            ),
            ("", json!(null)),
        ],
    );
}
