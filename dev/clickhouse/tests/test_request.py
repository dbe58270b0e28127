"""Reading a request: body, form, parameters, credentials. Pure, no engine."""

import io
import unittest
from collections.abc import Iterable
from email.message import Message

from clickhouse_http.auth import Authenticator, read_credentials, refuse_web_pages
from clickhouse_http.body import Body, BrokenBody, content_compression, open_body
from clickhouse_http.errors import ClickHouseError, from_engine
from clickhouse_http.form import parse_form
from clickhouse_http.parameters import Credentials, parse_pairs, read_parameters


def headers(*pairs: tuple[str, str]) -> Message:
    """Headers as the HTTP library gives them."""
    message = Message()
    for name, value in pairs:
        message[name] = value
    return message


def chunked(*parts: bytes, end: bytes = b"0\r\n\r\n") -> io.BytesIO:
    """A chunked body on the wire."""
    return io.BytesIO(b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + end)


class ABody(unittest.TestCase):
    def test_is_read_to_its_length_and_no_further(self) -> None:
        stream = io.BytesIO(b"abcdefNEXT")
        body = Body(stream, 6)
        self.assertEqual((body.read_up_to(4), body.read_up_to(4), body.read(4)), (b"abcd", b"ef", b""))
        self.assertEqual(stream.read(), b"NEXT")

    def test_is_read_from_chunks_and_leaves_the_next_request(self) -> None:
        stream = chunked(b"ab", b"cdef", end=b"0\r\nX-Trailer: 1\r\n\r\nNEXT")
        body = Body(stream, None)
        self.assertEqual((body.read_up_to(3), body.read_up_to(100), body.read(1)), (b"abc", b"def", b""))
        self.assertEqual(stream.read(), b"NEXT")

    def test_takes_chunk_extensions(self) -> None:
        self.assertEqual(Body(io.BytesIO(b"2;x=y\r\nab\r\n0\r\n\r\n"), None).read_up_to(9), b"ab")

    def test_that_breaks_off_is_never_a_whole_one(self) -> None:
        for stream, length in (
            (io.BytesIO(b"abc"), 6),
            (io.BytesIO(b""), 1),
            (chunked(b"abc", end=b""), None),
            (io.BytesIO(b"5\r\nab"), None),
            (io.BytesIO(b"2\r\nabXX\r\n0\r\n\r\n"), None),
            (io.BytesIO(b"zz\r\nab"), None),
            (io.BytesIO(b"-1\r\nab"), None),
            (chunked(b"abc", end=b"0\r\n"), None),
        ):
            with self.subTest(stream.getvalue()), self.assertRaises(BrokenBody):
                Body(stream, length).drain()

    def test_needs_a_length_or_chunks_in_a_post(self) -> None:
        with self.assertRaises(ClickHouseError) as caught:
            open_body("POST", headers(), io.BytesIO())
        self.assertEqual((caught.exception.code, caught.exception.http_status), (381, 411))
        self.assertTrue(open_body("GET", headers(), io.BytesIO(b"x")).is_done)

    def test_with_two_lengths_is_refused(self) -> None:
        both = headers(("Transfer-Encoding", "chunked"), ("Content-Length", "3"))
        for given in (both, headers(("Transfer-Encoding", "gzip")), headers(("Content-Length", "-1"))):
            with self.assertRaises(BrokenBody):
                open_body("POST", given, io.BytesIO(b"abc"))

    def test_names_its_compression_for_the_engine(self) -> None:
        for value, expected in (("", "none"), ("gzip", "gzip"), ("X-GZIP", "gzip"), ("zstd", "zstd"), ("lz4", "lz4")):
            self.assertEqual(content_compression(headers(("Content-Encoding", value))), expected)
        with self.assertRaises(ClickHouseError) as caught:
            content_compression(headers(("Content-Encoding", "compress")))
        self.assertEqual(caught.exception.code, 48)


class AForm(unittest.TestCase):
    TYPE = "multipart/form-data; boundary=xyz"

    def test_gives_each_field_byte_for_byte(self) -> None:
        data = (
            b'--xyz\r\nContent-Disposition: form-data; name="query"\r\n\r\nSELECT\r\n1 --x\r\n\r\n'
            b'--xyz\r\nContent-Disposition: form-data; name="param_a"\r\nContent-Type: text/plain\r\n\r\n\xff\r\n--xyz--\r\n'
        )
        self.assertEqual(parse_form(self.TYPE, data), [("query", b"SELECT\r\n1 --x\r\n"), ("param_a", b"\xff")])

    def test_refuses_files_and_broken_forms(self) -> None:
        file = b'--xyz\r\nContent-Disposition: form-data; name="t"; filename="t"\r\n\r\n1\r\n--xyz--\r\n'
        for content_type, data, code in (
            (self.TYPE, file, 48),
            (self.TYPE, b"--xyz\r\n", 36),
            (self.TYPE, b"", 36),
            (self.TYPE, b"--xyz\r\n\r\nx\r\n--xyz--", 36),
            ("multipart/form-data", b"--xyz--", 36),
        ):
            with self.subTest(data), self.assertRaises(ClickHouseError) as caught:
                parse_form(content_type, data)
            self.assertEqual(caught.exception.code, code)


class Parameters(unittest.TestCase):
    def test_are_sorted_by_meaning(self) -> None:
        pairs = parse_pairs(
            "query=SELECT%20%FF&database=d&max_threads=2&param_x=a%2Bb+c&query_id=q&wait_end_of_query=1&empty="
        )
        given = read_parameters(pairs, headers(("X-ClickHouse-Database", "ignored"), ("X-ClickHouse-Format", "CSV")))
        self.assertEqual(given.query, b"SELECT \xff")
        self.assertEqual((given.database, given.default_format, given.query_id), ("d", "CSV", "q"))
        self.assertEqual(dict(given.settings), {"max_threads": "2", "empty": ""})
        self.assertEqual(dict(given.query_parameters), {"x": "a+b c"})

    def test_take_the_database_from_a_header_as_utf_8(self) -> None:
        value = "库".encode().decode("latin-1")
        self.assertEqual(read_parameters([], headers(("X-ClickHouse-Database", value))).database, "库")

    def test_refuse_what_is_not_supported(self) -> None:
        for url_query, code in (
            ("decompress=1", 48), ("compress=1", 48), ("role=r", 48), ("a%3D1%2Cb=1", 115), ("param_x=%FF", 36),
        ):  # fmt: skip
            with self.subTest(url_query), self.assertRaises(ClickHouseError) as caught:
                read_parameters(parse_pairs(url_query), headers())
            self.assertEqual(caught.exception.code, code)
        read_parameters(parse_pairs("compress=0&decompress=0"), headers())

    def test_bound_the_query_text_by_its_setting(self) -> None:
        for text, expected in (("max_query_size=10", 10), ("", 262_144), ("max_query_size=x", 262_144)):
            self.assertEqual(read_parameters(parse_pairs(text), headers()).max_query_size_bytes, expected)


class AuthenticationOf(unittest.TestCase):
    ACCEPTED: Iterable[tuple[Message, str]] = (
        (headers(("X-ClickHouse-User", "ann"), ("X-ClickHouse-Key", "s3")), ""),
        (headers(("Authorization", "Basic YW5uOnMz")), ""),
        (headers(), "user=ann&password=s3"),
    )

    def check(self, given: Message, url_query: str) -> None:
        """Reads and checks against the user ann."""
        Authenticator("ann", "s3").check(read_credentials(parse_pairs(url_query), given))

    def test_the_configured_user_passes_in_each_of_three_ways(self) -> None:
        for given, url_query in self.ACCEPTED:
            self.check(given, url_query)

    def test_anybody_passes_where_no_user_is_configured(self) -> None:
        Authenticator(None, "").check(Credentials("any", "thing"))
        Authenticator(None, "").check(Credentials())

    def test_others_are_refused(self) -> None:
        for given, url_query, status in (
            (headers(), "", 401),
            (headers(("X-ClickHouse-User", "ann")), "", 403),
            (headers(("X-ClickHouse-User", "bob"), ("X-ClickHouse-Key", "s3")), "", 403),
            (headers(), "password=s3", 403),
            (headers(("Authorization", "Basic !")), "", 403),
            (headers(("Authorization", "Bearer x")), "", 403),
            (headers(("Authorization", "Basic YW5uOnMz")), "user=ann&password=s3", 403),
        ):
            with self.subTest(url_query), self.assertRaises(ClickHouseError) as caught:
                self.check(given, url_query)
            self.assertEqual(caught.exception.http_status, status)
            self.assertNotIn("s3", caught.exception.message)

    def test_web_pages_of_other_hosts_are_refused(self) -> None:
        for name, value in (
            ("Origin", "http://evil.example"),
            ("Origin", "null"),
            ("Host", "evil.example:80"),
            ("Host", "["),
        ):
            with self.subTest(value), self.assertRaises(ClickHouseError):
                refuse_web_pages(headers((name, value)), is_loopback=True)
        refuse_web_pages(headers(("Origin", "http://localhost:3000"), ("Host", "127.0.0.1:8123")), is_loopback=True)
        refuse_web_pages(headers(("Host", "clickhouse")), is_loopback=False)


class AnErrorOfTheEngine(unittest.TestCase):
    def test_keeps_code_name_and_message_once(self) -> None:
        error = from_engine(
            "Code: 27. DB::Exception: Code: 27. DB::Exception: Cannot parse input: (at row 2)\n: (in file/uri /d/insert-1):"
            " While executing File: data for INSERT was parsed from file. (CANNOT_PARSE) (version 26.9.2.1). (CANNOT_PARSE)"
        )
        self.assertEqual((error.code, error.name, error.http_status), (27, "CANNOT_PARSE", 400))
        self.assertEqual(error.message, "Cannot parse input: (at row 2)\n: data for INSERT was parsed from query.")
        self.assertEqual(error.body("1.2").decode().count("Code: 27. DB::Exception: "), 1)
        self.assertTrue(error.body("1.2").endswith(b" (CANNOT_PARSE) (version 1.2)\n"))

    def test_of_an_unknown_shape_stays_readable(self) -> None:
        error = from_engine("something odd")
        self.assertEqual((error.code, error.http_status, error.message), (1002, 500, "something odd"))


if __name__ == "__main__":
    unittest.main()
