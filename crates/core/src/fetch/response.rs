//! Whether an answer can be used: decided from its outside, before anybody reads the body.
//!
//! Only usable answers become evidence of a run. An error page or an empty body that got through
//! here would look like a source without items.

use readonce_model::ErrorClass;

/// What an answer is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Usable,
    /// 304: the copy that we have is the current one. No page, no failure, no change.
    NotModified,
    Failed(ErrorClass, String),
}

/// Kinds of content that hold no list, whatever the status says.
const BINARY_KINDS: [&str; 5] = ["image/", "audio/", "video/", "font/", "application/pdf"];

pub fn judge(status: u16, content_type: Option<&str>, body_bytes: u64) -> Verdict {
    match status {
        304 => Verdict::NotModified,
        200 | 203 => judge_body(content_type, body_bytes),
        _ => {
            let (class, words) = judge_status(status);
            Verdict::Failed(class, format!("status {status}: {words}"))
        }
    }
}

fn judge_body(content_type: Option<&str>, body_bytes: u64) -> Verdict {
    let kind = content_type.unwrap_or_default().trim().to_ascii_lowercase();
    let failed = |words: String| Verdict::Failed(ErrorClass::Unreadable, words);
    if body_bytes == 0 {
        return failed("the body is empty".to_owned());
    }
    if BINARY_KINDS.iter().any(|binary| kind.starts_with(binary)) {
        return failed(format!("{kind} holds no list"));
    }
    Verdict::Usable
}

fn judge_status(status: u16) -> (ErrorClass, &'static str) {
    match status {
        408 => (ErrorClass::Timeout, "the server gave up waiting"),
        429 => (ErrorClass::RateLimited, "too many requests"),
        401 | 403 => (ErrorClass::Http4xx, "the source does not let us in"),
        404 | 410 => (ErrorClass::Http4xx, "there is nothing at this address"),
        300..=399 => (ErrorClass::Http4xx, "a redirect that was not followed"),
        400..=499 => (ErrorClass::Http4xx, "the request was refused"),
        500..=599 => (ErrorClass::Http5xx, "the server failed"),
        201..=299 => (ErrorClass::Unreadable, "not the whole answer"),
        _ => (ErrorClass::Unreadable, "no status that answers a request"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class_of(verdict: Verdict) -> Option<ErrorClass> {
        match verdict {
            Verdict::Failed(class, _) => Some(class),
            Verdict::Usable | Verdict::NotModified => None,
        }
    }

    #[test]
    fn an_ordinary_answer_is_usable_whatever_it_calls_itself() {
        for kind in [
            Some("application/json; charset=utf-8"),
            Some("text/html"),
            Some("application/octet-stream"),
            Some(""),
            None,
        ] {
            assert_eq!(judge(200, kind, 2), Verdict::Usable, "{kind:?}");
        }
    }

    #[test]
    fn not_modified_without_headers_or_body_is_no_failure() {
        // Case of a public report: a 304 was handled as an empty page of unknown kind.
        assert_eq!(judge(304, None, 0), Verdict::NotModified);
    }

    #[test]
    fn error_pages_and_empty_bodies_are_failures() {
        // Case of a public report: 200, 503, 200 with an empty body, 200.
        let classes: Vec<_> = [(200, 46), (503, 28), (200, 0), (200, 46)]
            .into_iter()
            .map(|(status, bytes)| class_of(judge(status, Some("text/html"), bytes)))
            .collect();
        let (down, empty) = (ErrorClass::Http5xx, ErrorClass::Unreadable);
        assert_eq!(classes, [None, Some(down), Some(empty), None]);
    }

    #[test]
    fn every_status_has_a_class_that_says_whether_to_try_again() {
        for (status, class) in [
            (204, ErrorClass::Unreadable),
            (206, ErrorClass::Unreadable),
            (302, ErrorClass::Http4xx),
            (400, ErrorClass::Http4xx),
            (403, ErrorClass::Http4xx),
            (404, ErrorClass::Http4xx),
            (408, ErrorClass::Timeout),
            (429, ErrorClass::RateLimited),
            (500, ErrorClass::Http5xx),
            (599, ErrorClass::Http5xx),
            (999, ErrorClass::Unreadable),
        ] {
            assert_eq!(class_of(judge(status, None, 10)), Some(class), "{status}");
        }
    }

    #[test]
    fn pictures_hold_no_list() {
        let verdict = judge(200, Some("Image/PNG"), 10);
        assert_eq!(class_of(verdict), Some(ErrorClass::Unreadable));
    }
}
