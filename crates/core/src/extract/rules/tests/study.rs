//! Full-time study demanded.

use super::*;

#[test]
fn full_time_study_is_told_from_full_time_work() {
    check(
        "full_time_degree_required",
        &[
            ("全日制本科及以上学历", json!(true)),
            ("统招本科以上", json!(true)),
            ("本科(全日制)及以上", json!(true)),
            ("国家统招全日制大专及以上学历", json!(true)),
            ("本科及以上学历，全日制优先", json!(null)),
            ("非全日制亦可", json!(false)),
            ("接受非全日制本科", json!(false)),
            ("非全日制研究生不予考虑", json!(null)),
            ("全日制用工，五险一金", json!(null)),
            ("本科及以上学历", json!(null)),
            ("A full-time degree in law", json!(true)),
            ("Full-time position", json!(null)),
            ("Completed a full-time Bachelor's programme", json!(true)),
            ("全职岗位", json!(null)),
        ],
    );
}
