//! Chinese postings.

use super::{Draft, Level, ROLES, Role, Writer, section};
use crate::random::Random;
use crate::world::item::{Content, Section};

pub(super) struct Chinese;

pub(crate) const TEAMS: &[(&str, &str)] = &[
    ("Platform", "基础平台"),
    ("Routing", "路径规划"),
    ("Billing", "计费结算"),
    ("Search", "搜索"),
    ("Identity", "账号体系"),
    ("Field Tools", "现场工具"),
    ("Data Foundations", "数据底座"),
    ("Partner APIs", "开放平台"),
    ("Observability", "可观测性"),
    ("Pricing", "定价"),
    ("Developer Experience", "研发效能"),
    ("Trust & Safety", "风控"),
    ("Growth", "增长"),
    ("Planning", "计划调度"),
    ("Integrations", "系统集成"),
    ("Core Ledger", "核心账务"),
];

const NICE: &[&str] = &[
    "有大型分布式系统或亿级数据处理经验者优先",
    "有开源项目贡献或技术博客者优先",
    "熟悉本行业业务流程者优先",
    "有从0到1搭建团队或系统的经验者优先",
    "具备良好的英文技术文档阅读能力",
];

const OFFERS: &[&str] = &[
    "六险一金，入职即缴，公积金按最高比例缴纳",
    "带薪年假15天起，另有全薪病假",
    "弹性工作时间，双休，不打卡",
    "每年两次调薪机会与年终奖金",
    "免费三餐、年度体检与健身补贴",
    "每年一万元学习与参会预算",
];

const SOFT: &[&str] = &[
    "具备良好的沟通能力与团队协作精神",
    "工作认真负责，能够承受一定的工作压力",
    "逻辑清晰，善于发现并解决问题",
    "学习能力强，对新技术保持好奇心",
];

const PROCESS: &[&str] = &[
    "面试流程：电话沟通、技术面试两轮、团队交流，一般两周内完成。",
    "请将简历以PDF格式投递，我们会在5个工作日内答复。",
    "简历通过后HR将与您联系，外地候选人可安排视频面试。",
];

impl Writer for Chinese {
    fn title(&self, role: usize, level: Level, team: &str, random: &mut Random) -> String {
        let title = ROLES[role].title_zh;
        let team = in_chinese(team);
        let named = match level {
            Level::Graduate => return format!("{title}（2027届校招）"),
            Level::Junior => format!("初级{title}"),
            Level::Middle => title.to_owned(),
            Level::Senior => format!("高级{title}"),
            Level::Lead => format!("资深{title}"),
        };
        match random.below(2) {
            0 => format!("{named}（{team}）"),
            _ => format!("{named} - {team}方向"),
        }
    }

    fn content(&self, draft: Draft<'_>, random: &mut Random) -> Content {
        let Draft {
            company,
            role,
            level,
            team,
        } = draft;
        let trade = &ROLES[role];
        Content {
            title: self.title(role, level, team, random),
            intro: vec![
                format!("{}{}。", company.name_zh, company.does_zh),
                about_role(level, team, random),
            ],
            sections: sections(trade, level, random),
            outro: vec![random.pick(PROCESS).to_owned()],
        }
    }

    fn experience(&self, level: Level, random: &mut Random) -> String {
        let line = match level {
            Level::Graduate => "2027届应届毕业生，有相关实习经历者优先",
            Level::Junior => random.pick(&["1年以上相关工作经验", "1-2年相关工作经验"]),
            Level::Middle => random.pick(&[
                "3年以上相关工作经验",
                "2-4年相关工作经验",
                "3-5年相关工作经验",
            ]),
            Level::Senior => random.pick(&["5年以上相关工作经验", "5-8年相关工作经验"]),
            Level::Lead => random.pick(&[
                "8年以上相关工作经验，有团队管理经验",
                "10年以上相关工作经验",
            ]),
        };
        line.to_owned()
    }

    fn is_experience(&self, line: &str) -> bool {
        line.contains("工作经验") || line.contains("应届毕业生")
    }

    fn duty(&self, role: usize, random: &mut Random) -> String {
        random.pick(ROLES[role].duties_zh).to_owned()
    }

    fn deadline(&self, date: jiff::civil::Date) -> String {
        format!("本岗位简历投递截止至{}。", date.strftime("%Y年%-m月%-d日"))
    }

    fn is_deadline(&self, line: &str) -> bool {
        line.starts_with("本岗位简历投递截止至")
    }

    fn almost_empty(&self) -> Content {
        Content {
            title: "前台".to_owned(),
            intro: vec!["待定".to_owned()],
            sections: Vec::new(),
            outro: Vec::new(),
        }
    }
}

fn in_chinese(team: &str) -> &'static str {
    let known = TEAMS.iter().find(|(english, _)| *english == team);
    known.map_or("综合业务", |(_, chinese)| chinese)
}

fn about_role(level: Level, team: &str, random: &mut Random) -> String {
    let team = in_chinese(team);
    if level == Level::Graduate {
        return format!(
            "本岗位面向2027届校园招聘，入职后将在{team}团队完成为期18个月的轮岗培养，全职录用。"
        );
    }
    let size = random.between(6, 30);
    format!(
        "{team}团队现有{size}人，因业务快速发展，现诚聘优秀人才加入。全职岗位，工作日早上10点到晚上7点。"
    )
}

fn sections(role: &Role, level: Level, random: &mut Random) -> Vec<Section> {
    let duties = random.between(3, 5) as usize;
    let mut sections = vec![
        section("岗位职责", random.sample(role.duties_zh, duties)),
        section("任职要求", demands(role, level, random)),
    ];
    if random.chance(700) {
        sections.push(section("加分项", random.sample(NICE, 2)));
    }
    let offers = random.between(3, 5) as usize;
    sections.push(section("福利待遇", random.sample(OFFERS, offers)));
    sections
}

fn demands(role: &Role, level: Level, random: &mut Random) -> Vec<String> {
    let tools = random.sample(role.stack, 3);
    let subject = role.degree_zh;
    let degree = match random.below(5) {
        0 => format!("硕士及以上学历，{subject}等相关专业"),
        1 => format!("全日制本科及以上学历，{subject}等相关专业"),
        2 => "大专及以上学历，专业不限".to_owned(),
        _ => format!("本科及以上学历，{subject}等相关专业"),
    };
    let mut lines = vec![
        Chinese.experience(level, random),
        degree,
        format!("熟练掌握{}，了解其原理与最佳实践", tools.join("、")),
    ];
    lines.extend(random.sample(SOFT, 2).into_iter().map(str::to_owned));
    if random.chance(300) {
        lines.push("英语六级及以上，可作为工作语言".to_owned());
    }
    lines
}
