//! Technologies and the words that only look like them.

use std::collections::BTreeSet;

use super::*;

fn stack(text: &str) -> Vec<String> {
    serde_json::from_value(field("tech_stack", "Staff member", text)).unwrap()
}

fn check_stack(cases: &[(&str, &[&str])]) {
    let cases: Vec<(&str, Value)> = cases
        .iter()
        .map(|(text, want)| (*text, json!(want)))
        .collect();
    check("tech_stack", &cases);
}

#[test]
fn names_are_found_in_their_canonical_spelling_in_the_order_of_the_text() {
    check_stack(&[
        (
            "We use Rust, kafka and ClickHouse on K8s.",
            &["Rust", "Kafka", "ClickHouse", "Kubernetes"],
        ),
        (
            "Postgres or MySQL; NodeJS, React.js and typescript",
            &["PostgreSQL", "MySQL", "Node.js", "React", "TypeScript"],
        ),
        (
            "C/C++, C# and .NET Core; ASP.NET is a plus",
            &["C", "C++", "C#", ".NET", "ASP.NET"],
        ),
        (
            "Strong Java, Spring Boot, Spring Cloud and MyBatis",
            &["Java", "Spring Boot", "Spring Cloud", "MyBatis"],
        ),
        (
            "熟悉Java、Spring框架，了解Redis/Kafka/MySQL",
            &["Java", "Spring", "Redis", "Kafka", "MySQL"],
        ),
        (
            "精通Go语言或C++，熟悉Linux下的开发",
            &["Go", "C++", "Linux"],
        ),
        ("Python, python and PYTHON", &["Python"]),
        ("(Python, R, SQL)", &["Python", "R", "SQL"]),
        (
            "AWS (EC2, S3, Lambda), GCP, Azure",
            &["AWS", "EC2", "S3", "AWS Lambda", "Google Cloud", "Azure"],
        ),
        (
            "Experience with Node, Postgres, Temporal, and Redis",
            &["Node.js", "PostgreSQL", "Temporal", "Redis"],
        ),
    ]);
}

#[test]
fn a_name_inside_of_another_word_is_not_found() {
    check_stack(&[
        ("JavaScript only", &["JavaScript"]),
        ("Our Javanese colleagues scale Scalable reactors", &[]),
        ("Objective-C and Objective", &["Objective-C"]),
        ("digital, gitlike, legit", &[]),
        ("Sqlite3x, mysqlish", &[]),
        (
            "contact jobs@kafka.io or https://github.com/rust-lang/rust or www.python.org or docker.com",
            &[],
        ),
    ]);
}

#[test]
fn words_with_another_meaning_need_a_witness() {
    check_stack(&[
        ("Go to market with our team. Go above and beyond.", &[]),
        ("Own the go-to-market strategy; GO for it", &[]),
        ("Build services in Go and Python", &["Go", "Python"]),
        ("Senior Go developer wanted", &["Go"]),
        ("R&D department, Series C company, vitamin C, C-level", &[]),
        ("Work with C-suite leaders who know Python", &["Python"]),
        ("We raised a Series C, built with Python", &["Python"]),
        ("Statistical programming in R or SAS", &["R", "SAS"]),
        ("React to incidents quickly. Spark joy. Flask in hand.", &[]),
        ("Build our app in React with Redux", &["React", "Redux"]),
        (
            "Swift decisions; rust prevention; ruby red; Excel at your work",
            &[],
        ),
        ("iOS apps in Swift", &["iOS", "Swift"]),
        ("The summer starts in Spring 2026. Shell companies.", &[]),
        ("Executive Chef for our Spring menu; helm the kitchen", &[]),
        ("Ansible, Chef or Puppet", &["Ansible", "Chef", "Puppet"]),
        ("Excel in a fast environment", &[]),
        ("Advanced use of Excel and Power BI", &["Excel", "Power BI"]),
        ("You will go, and the rest will follow", &[]),
        ("airflow measurements in ducts", &[]),
        ("pipelines with Airflow", &["Airflow"]),
        ("A Vault of gold", &[]),
    ]);
}

#[test]
fn what_is_not_asked_for_is_not_found() {
    check_stack(&[
        ("No Java here, but Kotlin", &["Kotlin"]),
        ("无需Java经验，会Python即可", &["Python"]),
        ("本岗位不要求Java，只要求Python", &["Python"]),
        ("A non-Java team", &[]),
    ]);
}

#[test]
fn what_the_company_says_of_itself_is_not_the_stack() {
    check_stack(&[
        (
            "About us\nOur customers run Kubernetes and SAP.\nRequirements\n- Python",
            &["Python"],
        ),
        ("Benefits\n- Free Java coffee and a Docker shirt", &[]),
    ]);
}

#[test]
fn every_entry_of_the_dictionary_is_found_in_a_list() {
    let entries: Vec<(String, String)> = include_str!("../tech.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("# "))
        .flat_map(|line| {
            let (name, spellings) = line.split_once(':').unwrap_or((line, line));
            let one = |s: &str| {
                (
                    name.trim().to_owned(),
                    s.trim().trim_start_matches(['=', '?', '!']).to_owned(),
                )
            };
            spellings.split(',').map(one).collect::<Vec<_>>()
        })
        .collect();
    assert!(entries.len() > 400, "only {} spellings", entries.len());
    for (name, spelling) in entries {
        let found = stack(&format!(
            "Programming languages and tools: Fortran, {spelling}, COBOL"
        ));
        assert!(
            found.contains(&name),
            "{spelling} gives {found:?}, not {name}"
        );
    }
}

#[test]
fn no_two_entries_share_a_name() {
    let lines = include_str!("../tech.txt").lines();
    let entries = lines.filter(|line| !line.is_empty() && !line.starts_with("# "));
    let names: Vec<&str> = entries.filter_map(|line| line.split(':').next()).collect();
    let distinct: BTreeSet<&&str> = names.iter().collect();
    assert_eq!(names.len(), distinct.len());
    assert!(names.len() >= 250, "{}", names.len());
}
