//! English postings.

use super::{Company, Draft, Level, ROLES, Role, Writer, section};
use crate::random::Random;
use crate::world::item::{Content, Section};

pub(super) struct English;

pub(crate) const TEAMS: &[&str] = &[
    "Platform",
    "Routing",
    "Billing",
    "Search",
    "Identity",
    "Field Tools",
    "Data Foundations",
    "Partner APIs",
    "Observability",
    "Pricing",
    "Developer Experience",
    "Trust & Safety",
    "Growth",
    "Planning",
    "Integrations",
    "Core Ledger",
];

const NICE: &[&str] = &[
    "You have given a talk, written a post or answered questions where others could find them",
    "You have carried a pager and changed something so that it rang less",
    "You have seen a system grow by a factor of ten and know what broke first",
    "You know the industry from the other side of the counter",
    "You contribute to open source, even if it is only good bug reports",
    "You have mentored somebody who is now better than you at something",
    "You have moved a team from quarterly releases to daily ones",
];

const OFFERS: &[&str] = &[
    "30 days of leave and an office that is empty in the last week of the year",
    "A learning budget of 2,000 a year that needs no approval",
    "Stock options on the same terms for everybody",
    "Home office set-up, and a desk in every city where we have one",
    "Four-day weeks in July and August",
    "Parental leave of 20 weeks for every parent",
    "A company pension that we match up to 6%",
    "Travel card or bicycle lease, whichever you prefer",
];

const SOFT: &[&str] = &[
    "You write so that people who were not in the meeting understand",
    "You can say \"I was wrong\" and what you learned from it",
    "You like to finish things, and to delete them when their time is over",
    "You explain trade-offs to people who do not write code",
    "You ask for help after an hour, not after a week",
    "You disagree in the room and commit outside of it",
];

const PROCESS: &[&str] = &[
    "Our process takes two weeks: a call, a piece of paid work close to the job, and a day with the team. Please send a résumé; a cover letter is not needed.",
    "You will hear from a person within five working days. There are three conversations & no puzzles.",
    "We read every application. If your path is unusual, tell us in three sentences why it fits.",
];

const EQUAL: &str = "We hire for what people can do. Age, origin, religion, disability, gender – none of it plays a part in our decisions, and we are glad to adapt interviews to your needs.";

const LANGUAGES: &[&str] = &[
    "Fluent English, written and spoken",
    "Fluent English; German is a plus",
    "Business English and conversational Mandarin",
    "English at C1 or better",
];

impl Writer for English {
    fn title(&self, role: usize, level: Level, team: &str, random: &mut Random) -> String {
        let title = ROLES[role].title;
        let named = match level {
            Level::Graduate => return format!("Graduate {title} 2027"),
            Level::Junior => format!("Junior {title}"),
            Level::Middle => title.to_owned(),
            Level::Senior => format!("Senior {title}"),
            Level::Lead => format!("Lead {title}"),
        };
        match random.below(3) {
            0 => format!("{named}, {team}"),
            1 => format!("{named} ({team})"),
            _ => format!("{named} – {team}"),
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
            intro: vec![about(company), about_role(draft, random)],
            sections: sections(trade, level, random),
            outro: vec![random.pick(PROCESS).to_owned(), EQUAL.to_owned()],
        }
    }

    fn experience(&self, level: Level, random: &mut Random) -> String {
        let line = match level {
            Level::Graduate => {
                "Final-year students and new graduates; no professional experience required"
            }
            Level::Junior => random.pick(&[
                "1+ years of experience, internships included",
                "1-2 years of professional experience",
            ]),
            Level::Middle => random.pick(&[
                "2-4 years of professional experience",
                "3+ years of experience in a comparable role",
                "At least 3 years of experience",
            ]),
            Level::Senior => random.pick(&[
                "5+ years of professional experience",
                "5-8 years of experience, two of them with production responsibility",
                "At least 6 years of experience",
            ]),
            Level::Lead => random.pick(&[
                "8+ years of experience, including time as technical lead",
                "10+ years of professional experience",
            ]),
        };
        line.to_owned()
    }

    fn is_experience(&self, line: &str) -> bool {
        line.contains("experience")
    }

    fn duty(&self, role: usize, random: &mut Random) -> String {
        random.pick(ROLES[role].duties).to_owned()
    }

    fn deadline(&self, date: jiff::civil::Date) -> String {
        format!(
            "Applications for this opening close on {}.",
            date.strftime("%-d %B %Y")
        )
    }

    fn is_deadline(&self, line: &str) -> bool {
        line.starts_with("Applications for this opening close on ")
    }

    fn almost_empty(&self) -> Content {
        Content {
            title: "Receptionist".to_owned(),
            intro: vec!["Soon".to_owned()],
            sections: Vec::new(),
            outro: Vec::new(),
        }
    }
}

fn about(company: &Company) -> String {
    format!("{} {}.", company.name, company.does)
}

fn about_role(draft: Draft<'_>, random: &mut Random) -> String {
    let Draft {
        company,
        level,
        team,
        ..
    } = draft;
    let title = ROLES[draft.role].title;
    if level == Level::Graduate {
        return format!(
            "This opening is part of our 2027 graduate programme: 18 months in three teams, beginning with {team}, and a permanent full-time contract from the first day. Campus interviews take place in October."
        );
    }
    let reason = random.pick(&[
        "because the product grew faster than the team",
        "to replace a colleague who moved to another team",
        "for a market that we enter this year",
        "to take over work that founders still do by hand",
    ]);
    let size = random.between(4, 11);
    format!(
        "The {team} team at {} has {size} people and looks for one more {title} {reason}. It is a full-time position.",
        company.name
    )
}

fn sections(role: &Role, level: Level, random: &mut Random) -> Vec<Section> {
    let duties = random.between(3, 5) as usize;
    let mut sections = vec![
        section("What you will do", random.sample(role.duties, duties)),
        section("What you bring", demands(role, level, random)),
    ];
    if random.chance(700) {
        sections.push(section("Nice to have", random.sample(NICE, 2)));
    }
    let offers = random.between(3, 5) as usize;
    sections.push(section("What we offer", random.sample(OFFERS, offers)));
    sections
}

fn demands(role: &Role, level: Level, random: &mut Random) -> Vec<String> {
    let tools = random.sample(role.stack, 4);
    let mut lines = vec![
        English.experience(level, random),
        degree(role, level, random),
        match tools.as_slice() {
            [first, second, rest @ ..] if !rest.is_empty() => {
                format!(
                    "Solid command of {first} and {second}; working knowledge of {}",
                    rest.join(" or ")
                )
            }
            _ => format!("Daily practice with {}", tools.join(", ")),
        },
    ];
    lines.extend(random.sample(SOFT, 2).into_iter().map(str::to_owned));
    if random.chance(600) {
        lines.push(random.pick(LANGUAGES).to_owned());
    }
    lines
}

fn degree(role: &Role, level: Level, random: &mut Random) -> String {
    let subject = role.degree;
    match (level, random.below(4)) {
        (Level::Lead, 0) => format!("Master's degree or PhD in {subject} or a related field"),
        (_, 0) => "No degree required if your work speaks for itself".to_owned(),
        (_, 1) => format!("Master's degree in {subject} or a related field"),
        _ => format!("Bachelor's degree in {subject} or a related field"),
    }
}
