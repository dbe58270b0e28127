//! Postings as job boards write them, made from a fixed seed: English and Chinese, with markup,
//! entities, lists and the plain twins that boards repeat.
//!
//! The texts are long enough that a record has about 5 KB of JSON. Nothing here is read from disk.

use serde_json::{Value, json};

use crate::Choices;

const ROLES: [&str; 8] = [
    "Senior Backend Engineer",
    "Data Platform Engineer",
    "Staff Site Reliability Engineer",
    "Product Designer, Growth",
    "Machine Learning Engineer",
    "Account Executive (Mid-Market)",
    "Security Engineer – Detection & Response",
    "Technical Support Specialist",
];
const ROLES_ZH: [&str; 6] = [
    "高级后端开发工程师",
    "数据平台研发工程师",
    "算法工程师（推荐方向）",
    "产品经理-商业化",
    "前端开发实习生",
    "基础架构 SRE 工程师",
];
const PLACES: [&str; 6] = [
    "Berlin, Germany",
    "Toronto, Ontario, Canada",
    "Remote - US",
    "São Paulo, Brazil",
    "London; Dublin",
    "Singapore",
];
const PLACES_ZH: [&str; 4] = ["上海", "北京市", "深圳·南山区", "杭州"];
const SENTENCES: [&str; 16] = [
    "You will design, build and operate the services that move several billion events a day from our customers' systems into their reports.",
    "We're a small team, so the person in this role owns problems from the first sketch to the pager, and decides with others what is worth doing next.",
    "Our stack is Rust, Kafka and ClickHouse on Kubernetes, with a growing part in Python & TypeScript; none of it has to be known on the first day.",
    "You have at least 5 years of experience with distributed systems, or you have learned the same things in another way and can tell us how.",
    "Salary depends on experience and place; for this level it lies between €75,000 and €110,000 a year, plus equity and a yearly learning budget.",
    "We believe that people do their best work when they're trusted – that's why there are no core hours, and why every document is open to everybody.",
    "Every quarter the whole company meets for a week in one place, because some conversations need a whiteboard, a walk or a long dinner.",
    "Candidates with a bachelor's degree in computer science or a related field are welcome, and so are those without one.",
    "You'll work closely with product managers, designers and the support team, and speak to customers at least once a month.",
    "Please note that we can't sponsor visas for this position at the moment; relocation within the European Union is paid for.",
    "Reliability matters here: our objective is 99.95% a month, and the error budget decides how much we change in a sprint.",
    "As an equal opportunity employer we don't discriminate on the basis of race, religion, colour, national origin, gender, age or disability.",
    "The interview has four steps: a call of 30 minutes, a small exercise that is paid, a technical talk, and an afternoon with the team.",
    "What we offer: 30 days of holiday, a pension plan, a budget for your desk at home, and hardware of your own choice.",
    "In the first 90 days you'll ship a change to production in week one, own a small service by week six, and lead a project by the end.",
    "Experience with columnar storage, stream processing or query planners is a plus, as is the patience to read other people's code.",
];
const ITEMS: [&str; 10] = [
    "Design APIs that other teams can use without asking",
    "Fluency in at least one of Rust, Go, Java or C++",
    "Good written English; German isn't needed",
    "Experience with on-call work and blameless reviews",
    "Knowledge of SQL and of what makes a query slow (&gt; 1 s)",
    "Health, dental &amp; vision insurance from day one",
    "Mentor colleagues and take part in hiring",
    "Curiosity about how our customers' teams really work",
    "Own the roadmap of one of our core services",
    "Flexible hours, hybrid or remote&nbsp;work",
];
const SENTENCES_ZH: [&str; 10] = [
    "负责公司核心数据平台的设计与研发，支撑每天数百亿条消息的采集、清洗、计算与查询，保证系统的高可用与低延迟。",
    "与产品、算法和业务团队紧密合作，理解真实的业务需求，把复杂的问题拆解成可以落地的技术方案，并持续推进上线。",
    "计算机或相关专业本科及以上学历，3 年以上后端开发经验，熟悉 Java、Go、Rust 中的至少一门语言。",
    "熟悉 Kafka、Flink、ClickHouse 等大数据组件，了解其内部原理，有大规模集群的实际运维经验者优先。",
    "我们提供有竞争力的薪酬（25-45K·16薪）、补充医疗保险、每年一次体检以及 15 天带薪年假。",
    "具备良好的沟通能力和团队合作精神，对技术有热情，能够承受一定的工作压力，责任心强。",
    "团队氛围开放，代码评审严格，鼓励分享与写作，每周有固定的技术讨论时间，新人有专门的导师。",
    "工作地点在地铁站附近，支持每周两天居家办公，下午茶和健身房免费，节假日有福利礼包。",
    "有开源社区贡献、技术博客或者竞赛获奖经历的候选人，请在简历中附上链接，我们会认真阅读。",
    "面试流程一般为三轮技术面加一轮综合面，全部线上进行，两周之内会给出明确的结果。",
];
const ITEMS_ZH: [&str; 8] = [
    "精通至少一门主流编程语言，代码风格良好",
    "熟悉 Linux 环境与常用网络协议（TCP/IP、HTTP）",
    "熟悉 MySQL、Redis 等存储系统的原理与调优",
    "良好的英文读写能力，能够阅读技术文档",
    "有高并发、分布式系统的实践经验",
    "五险一金、补充商业保险、年度体检",
    "弹性工作时间，不打卡",
    "参与需求评审、方案设计和代码评审",
];

/// A board that a page of postings is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    Greenhouse,
    Lever,
    Ashby,
}

impl Board {
    pub const ALL: [Board; 3] = [Board::Greenhouse, Board::Lever, Board::Ashby];

    /// A whole answer of the board with `count` postings.
    pub fn page(self, choices: &mut Choices, count: usize) -> String {
        let rows: Vec<Value> = (0..count)
            .map(|_| Posting::choose(choices, self.sentences()))
            .map(|posting| self.row(&posting))
            .collect();
        match self {
            Board::Greenhouse => json!({"jobs": rows, "meta": {"total": count}}),
            Board::Lever => Value::Array(rows),
            Board::Ashby => json!({"apiVersion": "1", "jobs": rows}),
        }
        .to_string()
    }

    /// Boards that repeat every text in a plain form reach 5 KB with half of the prose.
    fn sentences(self) -> usize {
        match self {
            Board::Greenhouse => 22,
            Board::Lever => 14,
            Board::Ashby => 12,
        }
    }

    fn row(self, posting: &Posting) -> Value {
        match self {
            Board::Greenhouse => posting.greenhouse(),
            Board::Lever => posting.lever(),
            Board::Ashby => posting.ashby(),
        }
    }
}

struct Posting {
    number: u64,
    title: String,
    place: String,
    paragraphs: Vec<String>,
    items: Vec<&'static str>,
}

impl Posting {
    /// Every third one is Chinese, which says as much in half of the characters.
    fn choose(choices: &mut Choices, sentences: usize) -> Self {
        let chinese = choices.below(3) == 0;
        let (texts, items, titles, places): (&[&str], &[&str], &[&str], &[&str]) = match chinese {
            true => (&SENTENCES_ZH, &ITEMS_ZH, &ROLES_ZH, &PLACES_ZH),
            false => (&SENTENCES, &ITEMS, &ROLES, &PLACES),
        };
        let mut some = |from: &[&'static str], count: usize| -> Vec<&'static str> {
            (0..count)
                .filter_map(|_| choices.one_of(from).copied())
                .collect()
        };
        let chosen = some(texts, sentences);
        Self {
            title: some(titles, 1).concat(),
            place: some(places, 1).concat(),
            items: some(items, 10),
            paragraphs: chosen.chunks(3).map(|part| part.join(" ")).collect(),
            number: choices.number() >> 20,
        }
    }

    fn prose(&self) -> String {
        let marked = self.paragraphs.iter().enumerate().map(|(nth, text)| {
            let text = text.replace('&', "&amp;").replace("—", "&mdash;");
            match nth % 3 {
                0 => format!("<p><strong>{}</strong>&nbsp;{text}</p>\n", self.title),
                1 => format!("<div class=\"content-intro\"><p style=\"margin:0\">{text}</p></div>"),
                _ => format!("<p><span style=\"font-weight: 400;\">{text}</span></p>\n"),
            }
        });
        marked.collect()
    }

    /// Boards name the language of a posting, and it is the one that it is in.
    fn language(&self) -> &'static str {
        let is_han = |c: char| ('\u{4E00}'..='\u{9FFF}').contains(&c);
        match self.paragraphs.iter().any(|text| text.contains(is_han)) {
            true => "zh",
            false => "en",
        }
    }

    fn list(&self) -> String {
        let items = self.items.iter().map(|item| format!("<li>{item}</li>\n"));
        items.collect()
    }

    fn plain(&self) -> String {
        self.paragraphs.join("\n\n")
    }

    fn greenhouse(&self) -> Value {
        let markup = format!(
            "{}<h2>What you bring</h2><ul>\n{}</ul>",
            self.prose(),
            self.list()
        );
        let escaped = markup
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;");
        json!({
            "absolute_url": format!("https://job-boards.greenhouse.io/acme/jobs/{}", self.number),
            "company_name": "Acme", "content": escaped,
            "data_compliance": [{"type": "gdpr", "requires_consent": false}],
            "departments": [{"id": 4011, "name": "Engineering", "child_ids": [], "parent_id": 4001}],
            "first_published": "2026-04-17T05:58:03-04:00",
            "id": self.number, "internal_job_id": self.number + 7, "language": self.language(),
            "location": {"name": self.place}, "metadata": null,
            "offices": [{"id": 1, "name": self.place, "location": null, "child_ids": []}],
            "requisition_id": "R-1209", "title": self.title,
            "updated_at": "2026-07-17T08:48:22-04:00",
        })
    }

    fn lever(&self) -> Value {
        let prose = self.prose();
        json!({
            "id": format!("{:08x}-5dd1-4f29-8a1e-{:012x}", self.number >> 12, self.number),
            "text": self.title, "categories": {
                "commitment": "Full-time", "department": "Engineering", "team": "Platform",
                "location": self.place, "allLocations": [self.place],
            },
            "createdAt": 1_779_223_091_267_u64, "country": "DE", "workplaceType": "hybrid",
            "description": prose, "descriptionPlain": self.plain(),
            "lists": [
                {"text": "What you bring", "content": self.list()},
            ],
            "additional": "<div><br></div>", "additionalPlain": "",
            "salaryRange": {"currency": "EUR", "interval": "per-year-salary", "min": 75000, "max": 110_000},
            "hostedUrl": format!("https://jobs.lever.co/acme/{:x}", self.number),
            "applyUrl": format!("https://jobs.lever.co/acme/{:x}/apply", self.number),
        })
    }

    fn ashby(&self) -> Value {
        let markup = format!("{}<h2>Bonus</h2><ul>{}</ul>", self.prose(), self.list());
        json!({
            "id": format!("{:08x}-5dd1-4f29-8a1e-{:012x}", self.number >> 12, self.number),
            "title": self.title, "department": "Engineering", "team": "Platform",
            "employmentType": "FullTime", "location": self.place, "isListed": true,
            "secondaryLocations": [{"location": "Lisbon", "address": {"postalAddress": {}}}],
            "publishedAt": "2026-07-08T19:48:19.767+00:00", "isRemote": false,
            "workplaceType": "Hybrid",
            "address": {"postalAddress": {"addressCountry": "Germany"}},
            "jobUrl": format!("https://jobs.ashbyhq.com/acme/{:x}", self.number),
            "applyUrl": format!("https://jobs.ashbyhq.com/acme/{:x}/application", self.number),
            "descriptionHtml": markup, "descriptionPlain": self.plain(),
            "compensation": {
                "compensationTierSummary": "€75K – €110K", "compensationTiers": [],
                "summaryComponents": [{
                    "id": "c", "summary": "€75K – €110K", "compensationType": "Salary",
                    "interval": "1 YEAR", "currencyCode": "EUR", "minValue": 75000, "maxValue": 110_000,
                }],
            },
        })
    }
}
