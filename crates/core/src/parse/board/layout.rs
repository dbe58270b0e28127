//! How each format lays its records out, and by which names it shows itself.
//!
//! A name counts only where no other format of this table uses it in the same place.

use crate::parse::Format;
use crate::parse::fields::Fields;

/// A group of names that must all be there.
type Group = &'static [&'static str];

pub(super) struct Layout {
    pub(super) format: Format,
    /// Names of the lists that hold records, in an object.
    pub(super) lists: &'static [&'static str],
    /// Names of the objects that hold a single record, in an object.
    pub(super) singles: &'static [&'static str],
    /// Names in a record of a list that show the format; one group is enough.
    pub(super) marks: &'static [Group],
    /// The same for an object that is a record itself: there is no list around it to go by.
    pub(super) alone: &'static [Group],
    /// Names around a list, for one that is empty or says nothing.
    pub(super) frame: &'static [Group],
    /// Domains that answer in this format.
    pub(super) hosts: &'static [&'static str],
    /// What is expected, in words of an error.
    pub(super) expected: &'static str,
}

/// Names of lists that hold whole records in one of the layouts: most of an answer is in them.
pub(super) const LISTS: [&str; 7] = [
    "jobs",
    "results",
    "content",
    "jobPostings",
    "offers",
    "items",
    "hits",
];

pub(super) const LAYOUTS: [Layout; 10] = [
    Layout {
        format: Format::Greenhouse,
        lists: &["jobs"],
        singles: &[],
        marks: &[
            &["absolute_url"],
            &["internal_job_id"],
            &["first_published"],
            &["offices"],
        ],
        alone: &[
            &["absolute_url", "internal_job_id"],
            &["absolute_url", "first_published"],
            &["absolute_url", "updated_at", "title"],
        ],
        frame: &[&["meta"]],
        hosts: &["greenhouse.io"],
        expected: "an object with a list called jobs",
    },
    Layout {
        format: Format::Ashby,
        lists: &["jobs"],
        singles: &[],
        marks: &[
            &["jobUrl"],
            &["isListed"],
            &["descriptionHtml"],
            &["publishedAt"],
        ],
        alone: &[
            &["jobUrl", "isListed"],
            &["jobUrl", "descriptionHtml"],
            &["jobUrl", "publishedAt"],
        ],
        frame: &[&["apiVersion"]],
        hosts: &["ashbyhq.com"],
        expected: "an object with a list called jobs",
    },
    Layout {
        format: Format::Workable,
        lists: &["jobs", "results"],
        singles: &["job"],
        marks: &[&["shortcode"]],
        alone: &[&["shortcode", "title"]],
        frame: &[&["name", "description"], &["name", "jobs"], &["paging"]],
        hosts: &["workable.com"],
        expected: "an object with a list called jobs or results, or one job",
    },
    Layout {
        format: Format::Lever,
        lists: &[],
        singles: &[],
        marks: &[
            &["hostedUrl"],
            &["categories"],
            &["descriptionPlain"],
            &["createdAt"],
        ],
        alone: &[
            &["hostedUrl", "categories"],
            &["hostedUrl", "createdAt"],
            &["hostedUrl", "text"],
        ],
        frame: &[],
        hosts: &["lever.co"],
        expected: "a list of postings",
    },
    Layout {
        format: Format::SmartRecruiters,
        lists: &["content"],
        singles: &[],
        marks: &[
            &["releasedDate"],
            &["refNumber"],
            &["typeOfEmployment"],
            &["jobAdId"],
        ],
        alone: &[&["releasedDate", "name"], &["jobAd", "name"]],
        frame: &[&["totalFound"]],
        hosts: &["smartrecruiters.com"],
        expected: "an object with a list called content, or one posting",
    },
    Layout {
        format: Format::Workday,
        lists: &["jobPostings"],
        singles: &["jobPostingInfo"],
        marks: &[
            &["externalPath"],
            &["jobReqId"],
            &["bulletFields"],
            &["externalUrl"],
        ],
        alone: &[&["externalPath", "title"]],
        frame: &[&["jobPostings"]],
        hosts: &["myworkdayjobs.com", "myworkdaysite.com"],
        expected: "an object with a list called jobPostings, or with jobPostingInfo",
    },
    Layout {
        format: Format::Recruitee,
        lists: &["offers"],
        singles: &["offer"],
        marks: &[
            &["careers_url"],
            &["careers_apply_url"],
            &["employment_type_code"],
        ],
        alone: &[&["careers_url", "title"]],
        frame: &[],
        hosts: &["recruitee.com"],
        expected: "an object with a list called offers, or with an offer",
    },
    Layout {
        format: Format::Teamtailor,
        lists: &["items"],
        singles: &[],
        marks: &[&["_jobposting"]],
        alone: &[&["_jobposting", "url"]],
        frame: &[],
        hosts: &["teamtailor.com"],
        expected: "a JSON Feed: an object with a list called items",
    },
    Layout {
        format: Format::JsonFeed,
        lists: &["items"],
        singles: &[],
        marks: &[&["content_html"], &["content_text"], &["date_published"]],
        alone: &[],
        frame: &[],
        hosts: &[],
        expected: "a JSON Feed: an object with a list called items",
    },
    Layout {
        format: Format::HackerNews,
        lists: &["hits", "children"],
        singles: &[],
        marks: &[
            &["comment_text"],
            &["story_id"],
            &["created_at_i"],
            &["id", "text", "created_at"],
        ],
        alone: &[
            &["by", "time", "type"],
            &["deleted", "time", "type"],
            &["comment_text", "story_id"],
            &["created_at_i", "story_id"],
        ],
        frame: &[&["created_at_i", "children"], &["nbHits", "hits"]],
        hosts: &["hacker-news.firebaseio.com", "hn.algolia.com"],
        expected: "an item, or an object with a list called hits or children",
    },
];

impl Layout {
    pub(super) fn of(format: Format) -> Option<&'static Layout> {
        LAYOUTS.iter().find(|layout| layout.format == format)
    }

    pub(super) fn marks(&self, record: &Fields) -> bool {
        has_group(record, self.marks)
    }

    pub(super) fn is_alone(&self, record: &Fields) -> bool {
        has_group(record, self.alone)
    }

    pub(super) fn frames(&self, around: &Fields) -> bool {
        has_group(around, self.frame)
    }

    pub(super) fn answers_at(&self, host: &str) -> bool {
        let within = |domain: &&str| {
            let rest = host.strip_suffix(*domain);
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        self.hosts.iter().any(within)
    }
}

fn has_group(fields: &Fields, groups: &[Group]) -> bool {
    let has = |name: &&str| fields.keys().any(|key| key == *name);
    groups.iter().any(|group| group.iter().all(has))
}
