//! Degrees demanded, wished for, and only mentioned.

use super::*;

#[test]
fn the_lowest_degree_demanded_counts() {
    check(
        "minimum_degree",
        &[
            (
                "Bachelor's degree or higher in Computer Science",
                json!("bachelor"),
            ),
            (
                "Bachelor’s, Master’s or PhD in a technical field",
                json!("bachelor"),
            ),
            ("BS/MS in Computer Science", json!("bachelor")),
            ("BSc or MSc in physics", json!("bachelor")),
            (
                "B.S. in Engineering or equivalent experience",
                json!("bachelor"),
            ),
            ("Master's degree or PhD required", json!("master")),
            ("M.S. in Statistics", json!("master")),
            ("MBA from a leading school", json!("master")),
            ("Ph.D. in Machine Learning", json!("doctorate")),
            ("PhD in Biology is required", json!("doctorate")),
            ("Associate degree in nursing", json!("associate")),
            ("High school diploma or GED", json!("other")),
            ("University degree in economics", json!("bachelor")),
            ("A four-year degree", json!("bachelor")),
            ("Degree in Computer Science or similar", json!("bachelor")),
            ("No degree required", json!("none")),
            ("A college degree is not required", json!("none")),
            (
                "High school diploma required, Bachelor's degree preferred",
                json!("other"),
            ),
            ("本科及以上学历", json!("bachelor")),
            ("学历要求:本科", json!("bachelor")),
            ("大专及以上学历，本科优先", json!("associate")),
            ("硕士及以上学历，计算机相关专业", json!("master")),
            ("博士研究生学历", json!("doctorate")),
            ("硕士或博士学历", json!("master")),
            ("统招本科以上学历，硕士优先", json!("bachelor")),
            ("学历不限", json!("none")),
            ("不限学历，有作品者优先", json!("none")),
            ("高中及以上学历", json!("other")),
            ("本科及以上学历，计算机相关专业优先", json!("bachelor")),
            ("研究生及以上学历", json!("master")),
        ],
    );
}

#[test]
fn a_wish_is_not_a_demand() {
    check(
        "minimum_degree",
        &[
            ("Master's degree preferred", json!(null)),
            ("A PhD is a plus", json!(null)),
            ("Preferably a Master's in Finance", json!(null)),
            (
                "Master's degree in Computer Science, Engineering, or related field preferred",
                json!(null),
            ),
            (
                "Bachelor's degree required; Master's degree preferred",
                json!("bachelor"),
            ),
            (
                "Bachelor's degree required, Master's degree preferred",
                json!("bachelor"),
            ),
            ("Bachelor's degree (Master's preferred)", json!("bachelor")),
            (
                "Bachelor's degree in CS, experience with Go preferred",
                json!("bachelor"),
            ),
            ("MBA or other advanced degree preferred", json!(null)),
            ("硕士优先", json!(null)),
            ("硕士及以上学历者优先", json!(null)),
            ("Nice to have\n- Master's degree", json!(null)),
            ("加分项\n- 博士学历", json!(null)),
            (
                "Preferred qualifications\n- PhD in Physics\nMinimum qualifications\n- Bachelor's degree",
                json!("bachelor"),
            ),
        ],
    );
}

#[test]
fn what_only_sounds_like_a_degree_is_none() {
    check(
        "minimum_degree",
        &[
            ("Scrum Master with a mastery of master data", json!(null)),
            ("Sales Associate in our store", json!(null)),
            ("Latency below 50 ms in production, MS Office", json!(null)),
            ("Our team includes PhDs from MIT", json!(null)),
            ("A high degree of ownership", json!(null)),
            ("360 degree feedback", json!(null)),
            (
                "About us\nFounded by two PhD students with a Master's degree",
                json!(null),
            ),
            (
                "Benefits\n- Tuition for your Bachelor's degree",
                json!(null),
            ),
            ("在博士后工作站工作", json!(null)),
            ("三甲专科医院，高中数学老师", json!(null)),
            ("", json!(null)),
        ],
    );
}
