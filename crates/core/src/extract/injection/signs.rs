//! The signs: what planted instructions say, as patterns with weights.
//!
//! Weight 2 is what hardly stands in a text for people; weight 1 is what does at times, and counts
//! only beside another sign. An order must begin its clause: "candidates who ignore all previous
//! instructions" is no order. Patterns are plain regular expressions, so reading is linear.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};

use super::{Hit, ceil};

/// How far around a place words are looked for that make it harmless, in bytes.
const AROUND_BYTES: usize = 160;

/// Begins a clause. The sign itself is the group `it`.
const CLAUSE: &str = r#"(?:^|[.!?;:,()\[\]{}"'*#>|/-]\s*|(?-u:\b)(?:please|now|then|and|but|also|instead|simply|just|immediately|you (?:must|should|need to|have to|will|shall|are (?:now )?(?:required |instructed |asked )?to))[,:]?\s+)"#;
const CLAUSE_ZH: &str = r#"(?:^|[，。；：！？、,.;:!?“”"'「」『』（）()【】\[\]\s]|请|现在|立即|马上|务必|必须|并且?|然后|接下来|直接|你要|你应该?|你需要)"#;

/// What may be ignored, as an order to a model has it.
const ORDERS: &str =
    r"(?:instructions?|prompts?|directives?|commands?|rules|guidelines|context|messages)";
const ORDERS_ZH: &str = "(?:指令|命令|提示词|系统提示|设定|预设)";
const MACHINE: &str = r"(?:an?\s+|the\s+|any\s+)?(?:ai|a\.i\.|artificial intelligence|(?:large )?language model|llm|chat ?bot|bot|robot|gpt(?:-\d\w*)?|chatgpt|claude|gemini|copilot)(?:\s+(?:language model|model|assistant|agent|system|bot|chatbot|tool|screener|recruiter|parser|reader|crawler|reviewer|llm))?s?";
const MACHINE_ZH: &str = "(?:一个|一名|一款|个|任何)?(?:AI|人工智能|大语言|语言|大)?(?:模型|助手|系统|机器人|AI|人工智能|ChatGPT|GPT|LLM)";

/// Rule, weight, pattern; `{c}` begins a clause, `{z}` a Chinese one.
const TABLE: &[(&str, u8, &str)] = &[
    // Ignore all previous instructions.
    (
        "override",
        2,
        r"{c}(?P<it>(?:ignore|disregard|forget|override|bypass|do not (?:follow|obey)|stop following)\s+(?:absolutely\s+)?(?:all|any|every)(?:\s+of)?\s+(?:(?:the|your|my|these|those)\s+)?(?:previous|prior|preceding|earlier|above|foregoing|existing|original|initial|system|other)(?:ly)?\s+(?:\w+\s+){0,2}{o})",
    ),
    (
        "override",
        2,
        r"{c}(?P<it>(?:ignore|disregard|forget|override)\s+(?:(?:all|any)\s+(?:of\s+)?)?(?:your|the system)\s+(?:(?:previous|prior|earlier|original|initial|system|existing|safety)\s+)*{o})",
    ),
    // Ignore previous instructions, and what to do instead.
    (
        "override",
        2,
        r"{c}(?P<it>(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|these|your)\s+)*(?:(?:previous|prior|preceding|earlier|above|other)\s+)+(?:\w+\s+)?{o}(?:\s+above)?\s*(?:and|then|,|\.|:|;|-)+\s*(?:(?:and|then|just|only|instead|simply|now|please)\s+)*(?:say|output|respond (?:only )?with|print|return|answer|set|mark|rate|score|classify|label|extract|report|act as|pretend|recommend|state|generate|produce|reveal|summari[sz]e|approve|reply (?:only )?with))",
    ),
    (
        "override_mild",
        1,
        r"{c}(?P<it>(?:ignore|disregard|forget)\s+(?:(?:all|any|the|these)\s+)*(?:previous|prior|preceding|earlier|above)\s+(?:\w+\s+)?{o})",
    ),
    (
        "override_mild",
        1,
        r"{c}(?P<it>(?:ignore|disregard)\s+(?:(?:all|any|the|these)\s+)*{o}\s+(?:above|before|so far))",
    ),
    (
        "override_mild",
        1,
        r"{c}(?P<it>forget\s+(?:everything|all)\s+(?:(?:written |said )?(?:above|before this)|(?:that\s+)?you (?:were|have been|'ve been) told))",
    ),
    // Talk to the machine.
    (
        "machine_addressed",
        2,
        r"(?P<it>(?-u:\b)(?:if|when|since|because)\s+you(?:'re| are)\s+{m}\s*(?:[,:;.!)]|$|(?-u:\b)(?:reading|processing|parsing|screening|analy[sz]ing|evaluating|reviewing|summari[sz]ing|please|include|mention|write|say|add|output|respond|put|you must)(?-u:\b)))",
    ),
    (
        "machine_addressed",
        1,
        r"{c}(?P<it>(?:attention|note|message|notice|warning|instructions?|hello|dear|hey|hint)\s*(?:to|for)?\s*:?\s*(?:all\s+)?{m}\s*(?:[:,!]|-\s))",
    ),
    (
        "machine_role",
        1,
        r"{c}(?P<it>you are (?:now )?{m}\s*(?:[.,:;!]|$|(?-u:\b)(?:that|which|tasked|designed|trained|instructed|whose)(?-u:\b)))",
    ),
    ("machine_role", 1, r"{c}(?P<it>you are a helpful assistant)"),
    (
        "machine_role",
        1,
        r"{c}(?P<it>as an? (?:ai|large language model|language model|llm|ai (?:language )?model|ai assistant),?\s+you\s)",
    ),
    (
        "machine_role",
        1,
        r"{c}(?P<it>from now on,?\s+you(?:'re| are| will| must| should))",
    ),
    // What it is to say.
    (
        "output_ordered",
        1,
        r#"{c}(?P<it>(?:output|return|respond|reply|answer|print|say|write|produce|generate)\s+(?:(?:back|only|exactly|nothing but|just|solely|with|the|this|in|following)\s+)*(?:following|word|words|text|json|string|phrase|sentence|object|array|value|true|false|null|["'{\[]|:\s*["'{\[]))"#,
    ),
    (
        "output_ordered",
        1,
        r#"{c}(?P<it>(?:set|fill|leave)\s+(?:the\s+|every\s+|all\s+|each\s+)*(?:fields?|keys?|propert(?:y|ies)|json|outputs?|answers?|"?[a-z]+_[a-z_]+"?)(?-u:\b).{0,40}?(?-u:\b)(?:to|as|with|empty|null)(?-u:\b))"#,
    ),
    (
        "verdict_ordered",
        1,
        r"{c}(?P<it>(?:rate|score|rank|classify|label|mark|recommend|evaluate)\s+(?:this|the)\s+(?:job|posting|candidate|applicant|position|resume|cv|company|listing|page|offer|role)\s+(?:as|with|highly|the highest|at \d|\d))",
    ),
    (
        "prompt_asked",
        2,
        r"{c}(?P<it>(?:reveal|print|repeat|show|output|display|leak|disclose|return)\s+(?:me\s+)?your\s+(?:(?:full|entire|initial|hidden|original|complete)\s+)*(?:system\s+)?(?:prompt|system message|system instructions))",
    ),
    (
        "secrecy_ordered",
        1,
        r"{c}(?P<it>(?:do not|don't|never)\s+(?:mention|reveal|tell|disclose)\s+(?:anyone\s+)?(?:these|this|the above|about these)\s+(?:instructions?|prompt|message))",
    ),
    (
        "new_orders",
        1,
        r"{c}(?P<it>(?:new|updated|real|actual|true|hidden|secret)\s+(?:system\s+)?(?:instructions?|prompt|directive|task)\s*[:=])",
    ),
    // Marks of chats and of our own frame.
    (
        "chat_mark",
        2,
        r"(?P<it><\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\|>|\[/?INST\]|<</?SYS>>)",
    ),
    (
        "chat_mark",
        2,
        r"(?P<it>={2,}\s*posting\s+[0-9a-f]{4,}\s+(?:begins|ends|part))",
    ),
    (
        "chat_mark",
        1,
        r"^\s*(?P<it>#{2,}\s*(?:system|instructions?|new instructions?)\s*:?\s*$)",
    ),
    (
        "chat_mark",
        1,
        r"^\s*(?P<it>system\s*:\s*(?:you|ignore|from now|new)(?-u:\b))",
    ),
    (
        "chat_mark",
        1,
        r"(?P<it>(?-u:\b)end of (?:the )?(?:system )?(?:prompt|instructions|posting|user (?:input|message))(?-u:\b))",
    ),
    // Chinese.
    (
        "override",
        2,
        r"{z}(?P<it>(?:忽略|无视|忘记|忘掉|忽视|不要理会|不用理会|无需理会|不要遵守|不要遵循|不要执行|停止执行|覆盖)掉?(?:你|您)?(?:的)?(?:(?:所有|全部|一切|任何|以上|之前|前面|上面|先前|此前|上述|前述|原有|原来|既有|系统)的?)+{oz})",
    ),
    (
        "override_mild",
        1,
        r"{z}(?P<it>(?:忽略|无视|忘记|忘掉|不要理会|不用理会)掉?(?:(?:所有|全部|一切|任何|以上|之前|前面|上面|先前|此前|上述|前述)的?)+(?:提示|要求|规则|内容|说明|指示|限制|信息|约束))",
    ),
    (
        "machine_addressed",
        2,
        r"(?P<it>(?:如果|若|假如|当)(?:你|您)是{mz}\s*(?:[，,。：:；;！!]|$|请|则|就|，?在))",
    ),
    (
        "machine_addressed",
        1,
        r"(?P<it>(?:致|告|给|提醒)(?:所有|各位)?{mz}(?:们)?\s*[：:，,])",
    ),
    (
        "machine_role",
        1,
        r"{z}(?P<it>(?:你|您)(?:现在|从现在起)?是{mz}\s*(?:[，,。：:；;！!]|$))",
    ),
    (
        "machine_role",
        1,
        r"{z}(?P<it>从现在(?:起|开始)[，,]?(?:你|您)(?:是|将|必须|要|应|只))",
    ),
    (
        "output_ordered",
        1,
        r"{z}(?P<it>(?:只|仅|直接|原样)(?:需|要|能|可以?|允许)?(?:输出|返回|回复|回答|打印|生成))",
    ),
    (
        "output_ordered",
        1,
        r#"{z}(?P<it>(?:输出|返回|回复|回答|打印|写)(?:以下|如下|下面|下列)?(?:的)?(?:内容|文字|文本|JSON|结果|字符串|一句话)?\s*[：:]?\s*[“"'「{\[])"#,
    ),
    (
        "output_ordered",
        1,
        r"(?P<it>(?:将|把)(?:所有|全部|每个|该|此|本)?(?:的)?(?:字段|结果|输出|答案|评分|分数)(?:的值)?(?:都|全部|均)?(?:设置?为|设成|标记为|填写?为|改为|置为|留空|清空))",
    ),
    (
        "verdict_ordered",
        1,
        r"(?P<it>(?:将|把)(?:该|此|本|这个|这份)(?:职位|岗位|候选人|简历|公司|页面)(?:都)?(?:标记为|评为|打为|推荐为|列为|判定为))",
    ),
    (
        "prompt_asked",
        2,
        r"{z}(?P<it>(?:显示|输出|打印|透露|泄露|重复|复述|告诉我|展示)(?:出)?(?:你|您)的(?:完整|全部|初始)?(?:的)?(?:系统)?(?:提示词|提示|指令|设定))",
    ),
    (
        "secrecy_ordered",
        1,
        r"{z}(?P<it>(?:不要|不得|切勿|请勿)(?:提及|提到|透露|泄露|告诉)(?:任何人)?(?:这条|这些|以上|上述|本)(?:指令|提示词?))",
    ),
    (
        "new_orders",
        1,
        r"{z}(?P<it>(?:新的?|真正的|隐藏的|系统)(?:系统)?(?:指令|任务|提示词?)\s*[：:])",
    ),
];

/// Near an order that looks planted these words show that people are meant.
const FOR_PEOPLE: &str = r"(?i)(?-u:\b)internal (?:candidates?|applicants?)|(?-u:\b)(?:current|existing) employees?(?-u:\b)|(?-u:\b)already applied(?-u:\b)|(?-u:\b)if you (?:have|had|already)(?-u:\b)|(?-u:\b)submitting(?-u:\b)|(?-u:\b)application portal(?-u:\b)|已投递|内部员工|已登录";
/// In front of a quotation these words show that an attack is spoken of.
const SPOKEN_OF: &str = r"(?i)(?:prompt[- ]?injections?|jailbreaks?|jailbreaking|adversarial|attacks?|attackers?|red[- ]team(?:ing)?|malicious|提示词?注入|越狱|攻击|恶意)";

struct Signs {
    set: RegexSet,
    each: Vec<(&'static str, u8, Regex)>,
    for_people: Regex,
    spoken_of: Regex,
}

/// The patterns are ours and compile; a test holds that. If they did not, nothing were suspected.
static SIGNS: LazyLock<Option<Signs>> = LazyLock::new(|| Signs::compile().ok());

impl Signs {
    fn compile() -> Result<Self, regex::Error> {
        let patterns: Vec<String> = TABLE.iter().map(|(_, _, it)| pattern(it)).collect();
        let each = TABLE.iter().zip(&patterns);
        let each = each.map(|((rule, weight, _), it)| Ok((*rule, *weight, Regex::new(it)?)));
        Ok(Self {
            set: RegexSet::new(&patterns)?,
            each: each.collect::<Result<_, regex::Error>>()?,
            for_people: Regex::new(FOR_PEOPLE)?,
            spoken_of: Regex::new(SPOKEN_OF)?,
        })
    }

    fn is_harmless(&self, line: &str, at: &std::ops::Range<usize>) -> bool {
        let low = ceil(line, at.start.saturating_sub(AROUND_BYTES));
        let high = ceil(line, at.end.saturating_add(AROUND_BYTES));
        let before = line.get(low..at.start).unwrap_or_default();
        let is_quoted = before.ends_with(['"', '\'', '“', '「', '`', '(']);
        (is_quoted && self.spoken_of.is_match(before))
            || self
                .for_people
                .is_match(line.get(low..high).unwrap_or_default())
    }
}

fn pattern(row: &str) -> String {
    let filled = row
        .replace("{c}", CLAUSE)
        .replace("{z}", CLAUSE_ZH)
        .replace("{oz}", ORDERS_ZH)
        .replace("{o}", ORDERS)
        .replace("{mz}", MACHINE_ZH)
        .replace("{m}", MACHINE);
    format!("(?i){filled}")
}

/// Signs in a line. One rule is one sign, however many patterns it has.
pub(super) fn hits(line: &str) -> Vec<Hit> {
    let Some(signs) = SIGNS.as_ref() else {
        return Vec::new();
    };
    let mut hits = Vec::new();
    for number in signs.set.matches(line) {
        let Some((rule, weight, regex)) = signs.each.get(number) else {
            continue;
        };
        let places = regex.captures_iter(line).filter_map(|it| it.name("it"));
        let places = places.map(|it| it.range());
        hits.extend(
            places
                .filter(|at| !signs.is_harmless(line, at))
                .map(|at| Hit {
                    sign: sign_of(rule, *weight),
                    rule,
                    weight: *weight,
                    at,
                }),
        );
    }
    hits
}

/// Patterns of one rule are one sign: two spellings of one order do not add up.
fn sign_of(rule: &str, weight: u8) -> usize {
    let same = |row: &&(&str, u8, &str)| row.0 == rule && row.1 == weight;
    let first = TABLE.iter().position(|row| same(&row));
    first.unwrap_or(TABLE.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles_and_has_a_place() {
        let signs = Signs::compile().unwrap();
        assert_eq!(signs.each.len(), TABLE.len());
        for (rule, weight, regex) in &signs.each {
            assert!(
                regex.capture_names().any(|name| name == Some("it")),
                "{rule}"
            );
            assert!((1..=2).contains(weight), "{rule}");
        }
    }
}
