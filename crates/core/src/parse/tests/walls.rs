//! A wall where another format was expected.

use readonce_model::reason::Code;

use super::super::{Format, Response, parse};

const CAPTCHA: &str = "<html><head><title>Just a moment...</title></head>\
    <body><h1>Verify you are human</h1><div class='g-recaptcha'></div></body></html>";

fn refused(body: &str, format: Format) -> Code {
    let response = Response {
        body: body.as_bytes(),
        format: Some(format),
        ..Response::default()
    };
    parse(&response).unwrap_err().code
}

#[test]
fn a_captcha_is_one_whatever_the_source_should_answer() {
    for format in [
        Format::Greenhouse,
        Format::Lever,
        Format::Ashby,
        Format::Page,
    ] {
        assert_eq!(refused(CAPTCHA, format), Code::Blocked, "{format}");
    }
}

#[test]
fn a_page_that_is_no_wall_is_unreadable_as_a_board() {
    let page = format!(
        "<html><body><p>{}</p></body></html>",
        "Words. ".repeat(2_000)
    );
    assert_eq!(refused(&page, Format::Greenhouse), Code::UnreadableResponse);
    assert_eq!(refused("{]", Format::Greenhouse), Code::UnreadableResponse);
}
