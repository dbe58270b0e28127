"""What a text is: pure, no engine."""

import unittest

from clickhouse_http.errors import ClickHouseError
from clickhouse_http.insert import InsertWithData
from clickhouse_http.statement import Plain, analyse


def insert(text: bytes) -> InsertWithData:
    """The insert that the text is; fails the test if it is none."""
    statement = analyse(text)
    assert isinstance(statement, InsertWithData), text
    return statement


def data_of(text: bytes) -> bytes:
    """What the engine is given as data."""
    return text[insert(text).data_start :]


class AnInsertWithData(unittest.TestCase):
    def test_begins_behind_the_format_and_one_line_break(self) -> None:
        for text, data in (
            (b"INSERT INTO t FORMAT RowBinary\n\x01\x00", b"\x01\x00"),
            (b"INSERT INTO t FORMAT RowBinary\n\n\x01", b"\n\x01"),
            (b"INSERT INTO t FORMAT RowBinary\r\n \x01", b" \x01"),
            (b"insert into t format TSV  \t1\n", b"1\n"),
            (b'INSERT INTO t FORMAT JSONEachRow{"a":1}', b'{"a":1}'),
            (b"INSERT INTO t FORMAT CSV", b""),
            (b"INSERT INTO t VALUES (1)", b" (1)"),
            (b"INSERT INTO t(a,b)VALUES(1,2)", b"(1,2)"),
        ):
            with self.subTest(text):
                self.assertEqual(data_of(text), data)

    def test_is_found_whatever_its_target_is(self) -> None:
        for target in (
            b"t", b"TABLE t", b"db.t", b"`a b`.`FORMAT`", b'"values"', b"values", b"format", b"t (a, b)",
            b"t (* EXCEPT(b))", b"{t:Identifier}", b"{d:Identifier}.{t:Identifier}", b"t (`)`, `FORMAT X`)",
            b"FUNCTION null('a UInt8')", b"FUNCTION remote('h', d.t) PARTITION BY (a, b) (a)",
            b"t /* FORMAT CSV */", b"t -- FORMAT CSV",
        ):  # fmt: skip
            with self.subTest(target):
                text = b"INSERT INTO " + target + b"\nFORMAT TSV\n1"
                self.assertEqual(data_of(text), b"1")
                self.assertEqual(insert(text).target, b"INSERT INTO " + target)

    def test_keeps_its_settings_wherever_they_stand(self) -> None:
        for text, settings in (
            (b"INSERT INTO t SETTINGS a=1 FORMAT TSV\n", b"a=1"),
            (b"INSERT INTO t SETTINGS a = 1, b = 'x, FORMAT y' FORMAT TSV\n", b"a = 1, b = 'x, FORMAT y'"),
            (b"INSERT INTO t (x) SETTINGS a=-1.5 VALUES (1)", b"a=-1.5"),
            (b"INSERT INTO t FORMAT TSV SETTINGS a=true\n1", b"a=true"),
            (b"INSERT INTO t SETTINGS a=1 FORMAT TSV SETTINGS b=2\n1", b"a=1, b=2"),
            (b"INSERT INTO t SETTINGS m={'k':1}, a=1 FORMAT TSV\n1", b"m={'k':1}, a=1"),
        ):
            with self.subTest(text):
                self.assertEqual(insert(text).settings, settings)

    def test_reads_from_a_file_with_everything_that_it_said(self) -> None:
        statement = insert(b"INSERT INTO d.t (a) SETTINGS x=1 FORMAT RowBinary\n")
        self.assertEqual(
            statement.from_infile("/a'b", "none"),
            b"INSERT INTO d.t (a)\nFROM INFILE '/a\\'b' COMPRESSION 'none' SETTINGS x=1 FORMAT RowBinary",
        )

    def test_refuses_a_semicolon_before_its_data(self) -> None:
        with self.assertRaises(ClickHouseError) as caught:
            analyse(b"INSERT INTO t FORMAT CSV; 1")
        self.assertEqual(caught.exception.code, 62)

    def test_refuses_a_statement_behind_its_values(self) -> None:
        with self.assertRaises(ClickHouseError) as caught:
            analyse(b"INSERT INTO t VALUES ('a;b'); DROP TABLE t")
        self.assertEqual(caught.exception.code, 62)
        self.assertEqual(data_of(b"INSERT INTO t VALUES ('a;b');"), b" ('a;b');")

    def test_is_not_a_select_or_a_piece(self) -> None:
        for text in (
            b"INSERT INTO t SELECT 1 FORMAT CSV", b"INSERT INTO t (a) SELECT 1", b"INSERT INTO t (SELECT 1)",
            b"INSERT INTO t WITH 1 AS x SELECT x", b"INSERT INTO t SETTINGS a=1 SELECT 1", b"INSERT INTO t",
            b"INSERT INTO t (a", b"INSERT INTO", b"INSERT", b"INSERT INTO t FORMAT", b"INSERT INTO t FORMAT 'x'",
            b"EXPLAIN INSERT INTO t VALUES (1)", b"SELECT 'INSERT INTO t VALUES'", b"INSERT INTO 5 VALUES (1)",
        ):  # fmt: skip
            with self.subTest(text):
                self.assertIsInstance(analyse(text), Plain)


class APlainStatement(unittest.TestCase):
    def test_names_its_format(self) -> None:
        for text, expected in (
            (b"SELECT 1", None),
            (b"SELECT 1 FORMAT JSON", "JSON"),
            (b"SELECT 1 format JSONEachRow;", "JSONEachRow"),
            (b"SELECT 1 FORMAT CSV SETTINGS max_threads=1", "CSV"),
            (b"SELECT 1 AS format FORMAT TSV", "TSV"),
            (b"SELECT format FROM t", None),
            (b"SELECT 'x FORMAT JSON'", None),
            (b"SELECT 1 -- FORMAT JSON", None),
            (b"SELECT * FROM (SELECT 1 FORMAT JSON) AS x", None),
        ):
            with self.subTest(text):
                statement = analyse(text)
                assert isinstance(statement, Plain)
                self.assertEqual(statement.output_format, expected)

    def test_is_empty_without_a_token(self) -> None:
        for text, expected in ((b"", True), (b" \n-- x", True), (b"/* x */ ;", True), (b"SELECT 1", False)):
            with self.subTest(text):
                statement = analyse(text)
                assert isinstance(statement, Plain)
                self.assertEqual(statement.is_empty, expected)

    def test_is_one_statement(self) -> None:
        for text in (b"SELECT 1; SELECT 2", b"DROP TABLE t; garbage", b";SELECT 1", b"SELECT ';'; '"):
            with self.subTest(text), self.assertRaises(ClickHouseError) as caught:
                analyse(text)
            self.assertEqual((caught.exception.code, caught.exception.http_status), (62, 400))

    def test_may_hold_semicolons_in_strings_names_and_comments(self) -> None:
        for text in (
            b"SELECT ';\\';', 'a'';b'", b"SELECT `;`, \";\"", b"SELECT 1 -- ; x", b"SELECT 1 /* ; */;",
            b"SELECT $x$;$x$", b"SELECT 1 # ; x", b"SELECT 1;;",
        ):  # fmt: skip
            with self.subTest(text):
                self.assertIsInstance(analyse(text), Plain)

    def test_may_not_touch_files_of_the_server(self) -> None:
        for text, code in (
            (b"SELECT 1 INTO OUTFILE '/x'", 358),
            (b"INSERT INTO t FROM INFILE '/x' FORMAT CSV", 78),
            (b"INSERT INTO t SELECT * FROM input('a Int8') FORMAT CSV\n1", 48),
        ):
            with self.subTest(text), self.assertRaises(ClickHouseError) as caught:
                analyse(text)
            self.assertEqual(caught.exception.code, code)

    def test_never_breaks_the_reader(self) -> None:
        for text in (
            b"'",
            b"`x",
            b'"',
            b"/* x",
            b"$a$ x",
            b"\xff\xfe\x00",
            b"((((",
            b"))))",
            b"INSERT INTO t (((",
            b"\\",
        ):
            with self.subTest(text):
                self.assertIsInstance(analyse(text), Plain)


if __name__ == "__main__":
    unittest.main()
