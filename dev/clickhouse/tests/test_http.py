"""What the server answers, asked over HTTP."""

import gzip
import json
import socket
import struct
import threading
import time
import unittest
import zlib

from tests.harness import Reply, ServerProcess


class Asked(unittest.TestCase):
    """One server for all tests of a class; each test has a table name of its own."""

    server: ServerProcess

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = ServerProcess()
        cls.addClassCleanup(cls.server.close)

    def table(self, columns: str = "a UInt32, s String") -> str:
        """A fresh table."""
        name = "t_" + self.id().rpartition(".")[2]
        self.server.rows(f"CREATE TABLE {name} ({columns}) ENGINE = MergeTree ORDER BY tuple()")
        return name

    def refused(self, reply: Reply, status: int, code: int, name: str) -> None:
        """Checks an error as a client reads it."""
        self.assertEqual((reply.status, reply.code), (status, str(code)), reply.text)
        self.assertRegex(reply.text, rf"\ACode: {code}\. DB::Exception: (?s:.+) \({name}\) \(version [0-9.]+\)\n\Z")
        self.assertEqual(reply.headers["Content-Type"], "text/plain; charset=UTF-8")


class HealthChecks(Asked):
    def test_are_answered_by_get_and_head(self) -> None:
        for path in ("/ping", "/", "/replicas_status"):
            self.assertEqual(self.server.ask(method="GET", path=path).body, b"Ok.\n")
            head = self.server.ask(method="HEAD", path=path)
            self.assertEqual((head.status, head.body, head.headers["Content-Length"]), (200, b"", "4"))

    def test_other_paths_are_unknown(self) -> None:
        reply = self.server.ask("SELECT 1", path="/nothing")
        self.assertEqual((reply.status, reply.text.partition("\n")[0]), (404, "There is no handle /nothing"))

    def test_are_answered_while_a_long_query_runs(self) -> None:
        slow = threading.Thread(
            target=self.server.ask, args=("SELECT sleepEachRow(0.5) FROM numbers(6) SETTINGS max_block_size = 1",)
        )
        slow.start()
        time.sleep(0.3)
        began = time.monotonic()
        self.assertEqual(self.server.ask(method="GET", path="/ping").status, 200)
        self.assertEqual(self.server.rows("SELECT 1"), "1\n")
        self.assertLess(time.monotonic() - began, 1.5)
        self.assertTrue(slow.is_alive())
        slow.join()


class AQuery(Asked):
    def test_stands_in_the_address_the_body_or_both(self) -> None:
        self.assertEqual(self.server.ask(method="GET", query="SELECT 1").body, b"1\n")
        self.assertEqual(self.server.ask("SELECT 2").body, b"2\n")
        self.assertEqual(self.server.ask("+ 3", query="SELECT 1").body, b"4\n")
        self.assertEqual(self.server.ask([b"SEL", b"ECT ", b"5"]).body, b"5\n")
        self.assertEqual(self.server.ask("SELECT 6", path="/query").body, b"6\n")

    def test_may_hold_any_bytes(self) -> None:
        self.assertEqual(self.server.ask(b"SELECT '\xff\xfe'").body, b"\xff\xfe\n")

    def test_reads_only_by_get(self) -> None:
        name = self.table()
        for query in (
            "CREATE TABLE x (a Int8) ENGINE = Memory",
            f"DROP TABLE {name}",
            f"INSERT INTO {name} VALUES (1, 'a')",
        ):
            with self.subTest(query):
                self.refused(self.server.ask(method="GET", query=query), 500, 164, "READONLY")
        self.assertEqual(self.server.ask(method="GET", query=f"SELECT count() FROM {name}").text, "0\n")

    def test_can_be_made_read_only_by_a_setting(self) -> None:
        self.refused(self.server.ask("CREATE TABLE x (a Int8) ENGINE = Memory", readonly="1"), 500, 164, "READONLY")

    def test_goes_to_its_database(self) -> None:
        self.server.rows("CREATE DATABASE IF NOT EXISTS `d 1`")
        self.assertEqual(self.server.rows("SELECT currentDatabase()", database="d 1"), "d 1\n")
        reply = self.server.ask("SELECT currentDatabase()", headers={"X-ClickHouse-Database": "d 1"})
        self.assertEqual(reply.text, "d 1\n")
        self.assertEqual(self.server.rows("SELECT currentDatabase()"), "default\n")
        self.refused(self.server.ask("SELECT 1", database="no`pe"), 404, 81, "UNKNOWN_DATABASE")

    def test_takes_settings_for_itself_alone(self) -> None:
        self.assertEqual(self.server.rows("SELECT getSetting('max_threads')", max_threads="3"), "3\n")
        self.assertEqual(self.server.rows("SELECT getSetting('log_comment')", log_comment="a'b\\c"), "a\\'b\\\\c\n")
        self.server.rows("SET max_threads = 7")
        self.assertNotEqual(self.server.rows("SELECT getSetting('max_threads')"), "7\n")
        self.refused(self.server.ask("SELECT 1", no_such_setting="1"), 404, 115, "UNKNOWN_SETTING")

    def test_takes_parameters(self) -> None:
        reply = self.server.ask(
            "SELECT {a:UInt8} + 1, {b:String}, {c:Array(String)}", param_a="4", param_b="x\\ty", param_c="['p','q']"
        )
        self.assertEqual(reply.text, "5\tx\\ty\t['p','q']\n")
        self.refused(self.server.ask("SELECT {a:UInt8}"), 500, 456, "UNKNOWN_QUERY_PARAMETER")
        self.refused(self.server.ask("SELECT {a:UInt8}", param_a="x"), 500, 457, "BAD_QUERY_PARAMETER")

    def test_takes_parameters_from_a_form(self) -> None:
        form = (
            b'--b\r\nContent-Disposition: form-data; name="query"\r\n\r\nSELECT {a:String}\r\n'
            b'--b\r\nContent-Disposition: form-data; name="param_a"\r\n\r\n\xe4\xbd\xa0\r\n--b--\r\n'
        )
        reply = self.server.ask(form, headers={"Content-Type": "multipart/form-data; boundary=b"}, default_format="CSV")
        self.assertEqual(reply.text, '"你"\n')

    def test_is_one_statement(self) -> None:
        name = self.table()
        self.refused(self.server.ask(f"SELECT 1; DROP TABLE {name}"), 400, 62, "SYNTAX_ERROR")
        self.assertEqual(self.server.rows(f"SELECT count() FROM {name};"), "0\n")

    def test_is_refused_when_it_is_empty_or_too_long(self) -> None:
        self.refused(self.server.ask(""), 400, 62, "SYNTAX_ERROR")
        self.refused(self.server.ask(" -- nothing"), 400, 62, "SYNTAX_ERROR")
        long = f"SELECT length('{'x' * 300_000}')"
        self.refused(self.server.ask(long), 400, 62, "SYNTAX_ERROR")
        self.assertEqual(self.server.rows(long, max_query_size="400000"), "300000\n")

    def test_fails_with_the_status_of_a_real_server(self) -> None:
        for text, status, code, name in (
            ("SELEC 1", 400, 62, "SYNTAX_ERROR"),
            ("1 + 1", 400, 62, "SYNTAX_ERROR"),
            ("SELECT toUInt8('x')", 400, 6, "CANNOT_PARSE_TEXT"),
            ("SELECT * FROM no_such", 404, 60, "UNKNOWN_TABLE"),
            ("SELECT no_such", 404, 47, "UNKNOWN_IDENTIFIER"),
            ("SELECT no_such()", 404, 46, "UNKNOWN_FUNCTION"),
            ("SELECT 1 FORMAT NoSuch", 404, 73, "UNKNOWN_FORMAT"),
            ("SELECT throwIf(1)", 500, 395, "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO"),
            ("SELECT 1 INTO OUTFILE '/x'", 500, 358, "INTO_OUTFILE_NOT_ALLOWED"),
            (
                "SELECT sleepEachRow(0.2) FROM numbers(20) SETTINGS max_block_size = 1, max_execution_time = 0.3",
                408,
                159,
                "TIMEOUT_EXCEEDED",
            ),
            ("CREATE USER u", 403, 497, "ACCESS_DENIED"),
        ):
            with self.subTest(text):
                self.refused(self.server.ask(text), status, code, name)

    def test_is_refused_with_native_compression(self) -> None:
        for parameter in ("compress", "decompress"):
            self.refused(self.server.ask("SELECT 1", "POST", "/", None, **{parameter: "1"}), 501, 48, "NOT_IMPLEMENTED")

    def test_may_be_compressed_by_content_encoding(self) -> None:
        for encoding, data in (("gzip", gzip.compress(b"SELECT 42")), ("deflate", zlib.compress(b"SELECT 42"))):
            self.assertEqual(self.server.ask(data, headers={"Content-Encoding": encoding}).body, b"42\n")
        self.assertEqual(self.server.ask(b"no gzip", headers={"Content-Encoding": "gzip"}).status, 500)
        self.refused(self.server.ask("SELECT 1", headers={"Content-Encoding": "odd"}), 501, 48, "NOT_IMPLEMENTED")


class AnAnswer(Asked):
    def test_has_the_format_that_was_asked_for(self) -> None:
        text = "SELECT toUInt8(1) AS a"
        for reply, name, content_type, body in (
            (self.server.ask(text), "TabSeparated", "text/tab-separated-values; charset=UTF-8", b"1\n"),
            (self.server.ask(text, default_format="RowBinary"), "RowBinary", "application/octet-stream", b"\x01"),
            (
                self.server.ask(text, headers={"X-ClickHouse-Format": "CSV"}),
                "CSV",
                "text/csv; charset=UTF-8; header=absent",
                b"1\n",
            ),
            (
                self.server.ask(text + " FORMAT JSONEachRow", default_format="CSV"),
                "JSONEachRow",
                "application/x-ndjson; charset=UTF-8",
                b'{"a":1}\n',
            ),
            (
                self.server.ask(text, default_format="RowBinaryWithNamesAndTypes"),
                "RowBinaryWithNamesAndTypes",
                "application/octet-stream",
                b"\x01\x01a\x05UInt8\x01",
            ),
            (
                self.server.ask(text + " WHERE 0", default_format="TSV"),
                "TSV",
                "text/tab-separated-values; charset=UTF-8",
                b"",
            ),
        ):
            with self.subTest(name):
                self.assertEqual(
                    (reply.headers["X-ClickHouse-Format"], reply.headers["Content-Type"], reply.body),
                    (name, content_type, body),
                )

    def test_carries_the_headers_that_clients_read(self) -> None:
        reply = self.server.ask("SELECT number FROM numbers(5)", query_id="my-id\r\nX-Evil: 1")
        self.assertEqual(reply.headers["X-ClickHouse-Query-Id"], "my-id??X-Evil: 1")
        self.assertIsNone(reply.headers.get("X-Evil"))
        self.assertEqual(reply.headers["X-ClickHouse-Timezone"], self.server.rows("SELECT timezone()").strip())
        summary = json.loads(reply.headers["X-ClickHouse-Summary"])
        self.assertEqual((summary["read_rows"], summary["result_rows"], summary["written_rows"]), ("5", "5", "0"))
        self.assertTrue(all(isinstance(value, str) for value in summary.values()))
        self.assertRegex(reply.headers["X-ClickHouse-Exception-Tag"], r"\A[a-z]{16}\Z")

    def test_of_many_megabytes_arrives_whole(self) -> None:
        reply = self.server.ask("SELECT number FROM numbers(4000000)", default_format="RowBinary")
        self.assertEqual(len(reply.body), 32_000_000)
        self.assertEqual(reply.body[-8:], struct.pack("<Q", 3_999_999))

    def test_leaves_the_connection_open_even_after_an_error(self) -> None:
        connection = self.server.connection()
        self.addCleanup(connection.close)
        local_port = None
        for text, status in (("SELECT 1", 200), ("SELECT nope", 404), ("", 400), ("SELECT 2", 200)):
            connection.request("POST", "/", text)
            answer = connection.getresponse()
            answer.read()
            self.assertEqual(answer.status, status)
            local_port = local_port or connection.sock.getsockname()[1]
            self.assertEqual(connection.sock.getsockname()[1], local_port)

    def test_reaches_a_client_that_is_still_sending(self) -> None:
        reply = self.server.ask([b"x" * 100_000] * 50, query="INSERT INTO no_such FORMAT TSV")
        self.refused(reply, 404, 60, "UNKNOWN_TABLE")

    def test_to_odd_requests_is_an_error_and_not_a_crash(self) -> None:
        for request in (
            b"NONSENSE\r\n\r\n",
            b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
            b"POST //[ HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
            b"\x00\xff\r\n\r\n",
        ):
            with self.subTest(request), socket.create_connection(("127.0.0.1", self.server.port), timeout=10) as client:
                client.sendall(request)
                client.shutdown(socket.SHUT_WR)
                self.assertNotIn(b"200 OK", client.makefile("rb").read())
        self.assertEqual(self.server.rows("SELECT 1"), "1\n")


class AnInsert(Asked):
    def test_takes_its_data_in_any_format(self) -> None:
        name = self.table()
        for query, data in (
            (f"INSERT INTO {name} FORMAT TSV", b"1\tx\n"),
            (f"INSERT INTO {name} (s, a) FORMAT JSONEachRow", b'{"a":1,"s":"x"}'),
            (f"INSERT INTO {name} FORMAT CSV", b'1,"x"'),
            (f"INSERT INTO {name} FORMAT RowBinary", b"\x01\0\0\0\x01x"),
            (
                f"INSERT INTO {name} FORMAT RowBinaryWithNamesAndTypes",
                b"\x02\x01a\x01s\x06UInt32\x06String\x01\0\0\0\x01x",
            ),
            (f"INSERT INTO {name} VALUES", b"(1, 'x')"),
            (f"INSERT INTO {name} SETTINGS max_threads = 1 FORMAT Values", b"(1, 'x')"),
        ):
            for reply in (
                self.server.ask(data, query=query),
                self.server.ask(query.encode() + b"\n" + data),
                self.server.ask([data[:2], data[2:]], query=query),
            ):
                with self.subTest(query):
                    self.assertEqual((reply.status, reply.body), (200, b""), reply.text)
                    self.assertEqual(json.loads(reply.headers["X-ClickHouse-Summary"])["written_rows"], "1")
        self.assertEqual(
            self.server.rows(f"SELECT count(), min(a), max(a), any(s), uniq(s) FROM {name}"), "21\t1\t1\tx\t1\n"
        )

    def test_keeps_binary_data_that_begins_with_blanks(self) -> None:
        name = self.table("a UInt32")
        self.server.ask(b"\x0a\x20\x09\x0d", query=f"INSERT INTO {name} FORMAT RowBinary")
        self.assertEqual(self.server.rows(f"SELECT hex(a) FROM {name}"), "0D09200A\n")

    def test_takes_compressed_data(self) -> None:
        name = self.table()
        self.server.ask(
            gzip.compress(b"1\ta\n"), query=f"INSERT INTO {name} FORMAT TSV", headers={"Content-Encoding": "gzip"}
        )
        self.server.ask(
            gzip.compress(f"INSERT INTO {name} FORMAT TSV\n2\tb\n".encode()), headers={"Content-Encoding": "gzip"}
        )
        self.server.ask(
            zlib.compress(b"3\tc\n"), query=f"INSERT INTO {name} FORMAT TSV", headers={"Content-Encoding": "deflate"}
        )
        self.assertEqual(self.server.rows(f"SELECT a, s FROM {name} ORDER BY a"), "1\ta\n2\tb\n3\tc\n")

    def test_takes_parameters_and_expressions_in_values(self) -> None:
        name = self.table()
        self.server.rows(
            f"INSERT INTO {name} VALUES ({{a:UInt32}}, concat({{s:String}}, ';')), (1 + 1, 'y')",
            param_a="1",
            param_s="x",
        )
        self.assertEqual(self.server.rows(f"SELECT a, s FROM {name} ORDER BY a"), "1\tx;\n2\ty\n")

    def test_selects_from_another_table(self) -> None:
        name = self.table()
        self.server.rows(f"INSERT INTO {name} SELECT number, toString(number) FROM numbers(3)")
        self.assertEqual(self.server.rows(f"SELECT count() FROM {name}"), "3\n")

    def test_is_dropped_by_its_token_when_it_comes_again(self) -> None:
        name = self.table()
        self.server.rows(f"ALTER TABLE {name} MODIFY SETTING non_replicated_deduplication_window = 100")
        for token, count in (("x", 1), ("x", 1), ("y", 2)):
            self.server.rows("1\ta\n", query=f"INSERT INTO {name} FORMAT TSV", insert_deduplication_token=token)
            self.assertEqual(self.server.rows(f"SELECT count() FROM {name}"), f"{count}\n")

    def test_of_half_a_million_rows_is_one_part(self) -> None:
        name = self.table("a UInt32")
        data = struct.pack("<500000I", *range(500_000))
        self.server.ask(
            (data[i : i + 70_000] for i in range(0, len(data), 70_000)), query=f"INSERT INTO {name} FORMAT RowBinary"
        )
        self.assertEqual(self.server.rows(f"SELECT count(), sum(a) FROM {name}"), "500000\t124999750000\n")
        self.assertEqual(self.server.rows(f"SELECT count() FROM system.parts WHERE table = '{name}' AND active"), "1\n")

    def test_with_a_broken_row_says_where_and_inserts_nothing(self) -> None:
        name = self.table()
        reply = self.server.ask("1\ta\nx\tb\n", query=f"INSERT INTO {name} FORMAT TSV")
        self.refused(reply, 400, 27, "CANNOT_PARSE_INPUT_ASSERTION_FAILED")
        self.assertIn("(at row 2)", reply.text)
        self.assertNotIn(str(self.server.data), reply.text)
        self.assertEqual(self.server.rows(f"SELECT count() FROM {name}"), "0\n")

    def test_that_breaks_off_inserts_nothing(self) -> None:
        name = self.table()
        for head, sent in (
            (b"Content-Length: 100", b"1\ta\n2\tb\n"),
            (b"Transfer-Encoding: chunked", b"4\r\n1\ta\n\r\n4\r\n2\tb\n\r\n"),
        ):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=10) as client:
                target = f"/?query=INSERT%20INTO%20{name}%20FORMAT%20TSV".encode()
                client.sendall(b"POST %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n\r\n%s" % (target, head, sent))
                client.shutdown(socket.SHUT_WR)
                self.assertEqual(client.makefile("rb").read(), b"")
        self.assertEqual(self.server.rows(f"SELECT count() FROM {name}"), "0\n")
        self.assertEqual(list((self.server.data / "incoming").iterdir()), [])

    def test_is_safe_from_many_clients_at_once(self) -> None:
        name, failures = self.table("a UInt32"), []

        def work(client: int) -> None:
            for i in range(25):
                reply = self.server.ask(
                    str(client * 100 + i), query=f"INSERT INTO {name} FORMAT TSV", max_threads=str(client + 1)
                )
                seen = self.server.ask("SELECT getSetting('max_threads')", max_threads=str(client + 1))
                if reply.status != 200 or seen.text != f"{client + 1}\n":
                    failures.append((reply, seen))

        threads = [threading.Thread(target=work, args=(client,)) for client in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(self.server.rows(f"SELECT count(), uniqExact(a) FROM {name}"), "200\t200\n")


class ASession(Asked):
    def test_keeps_settings_and_temporary_tables(self) -> None:
        self.server.rows("SET max_threads = 5", session_id="keep")
        self.server.rows("CREATE TEMPORARY TABLE tmp (a UInt8)", session_id="keep")
        self.server.rows("INSERT INTO tmp VALUES (7)", session_id="keep")
        self.assertEqual(self.server.rows("SELECT a, getSetting('max_threads') FROM tmp", session_id="keep"), "7\t5\n")
        self.refused(self.server.ask("SELECT * FROM tmp", session_id="other"), 404, 60, "UNKNOWN_TABLE")

    def test_does_not_keep_what_belongs_to_a_request(self) -> None:
        self.server.rows("SET max_threads = 5", session_id="s")
        text = "SELECT getSetting('max_threads'), getSetting('max_block_size') = 11, currentDatabase()"
        seen = self.server.rows(text, session_id="s", max_threads="2", max_block_size="11", database="system")
        self.assertEqual(seen, "2\t1\tsystem\n")
        self.assertEqual(self.server.rows(text, session_id="s"), "5\t0\tdefault\n")
        self.assertEqual(self.server.ask("SELECT nope", session_id="s", max_threads="3").status, 404)
        self.assertEqual(self.server.rows(text, session_id="s"), "5\t0\tdefault\n")

    def test_reads_only_by_get_and_can_write_afterwards(self) -> None:
        get = self.server.ask(method="GET", query="CREATE TABLE x (a Int8) ENGINE = Memory", session_id="r")
        self.refused(get, 500, 164, "READONLY")
        self.assertEqual(self.server.ask(method="GET", query="SELECT 1", session_id="r").text, "1\n")
        self.server.rows("CREATE TABLE by_session (a Int8) ENGINE = Memory", session_id="r")

    def test_serves_one_request_at_a_time(self) -> None:
        slow = threading.Thread(target=self.server.ask, args=("SELECT sleep(1)",), kwargs={"session_id": "busy"})
        slow.start()
        time.sleep(0.3)
        self.refused(self.server.ask("SELECT 1", session_id="busy"), 500, 373, "SESSION_IS_LOCKED")
        slow.join()
        self.assertEqual(self.server.rows("SELECT 1", session_id="busy"), "1\n")

    def test_ends_when_it_is_closed_or_too_old(self) -> None:
        self.server.rows("SELECT 1", session_id="c", close_session="1")
        self.refused(self.server.ask("SELECT 1", session_id="c", session_check="1"), 500, 372, "SESSION_NOT_FOUND")
        self.server.rows("SELECT 1", session_id="o", session_timeout="0")
        time.sleep(0.1)
        self.refused(self.server.ask("SELECT 1", session_id="o", session_check="1"), 500, 372, "SESSION_NOT_FOUND")
        for timeout in ("x", "3601"):
            self.refused(
                self.server.ask("SELECT 1", session_id="o", session_timeout=timeout),
                500,
                374,
                "INVALID_SESSION_TIMEOUT",
            )


class AUser(unittest.TestCase):
    def test_is_asked_for_once_one_is_configured(self) -> None:
        server = ServerProcess("--user", "ann", environment={"READONCE_CLICKHOUSE_PASSWORD": "s3cret"})
        self.addCleanup(server.close)
        self.assertEqual(
            server.ask("SELECT 1", headers={"X-ClickHouse-User": "ann", "X-ClickHouse-Key": "s3cret"}).status, 200
        )
        self.assertEqual(server.ask("SELECT 1", user="ann", password="s3cret").status, 200)
        self.assertEqual(server.ask("SELECT 1", headers={"Authorization": "Basic YW5uOnMzY3JldA=="}).status, 200)
        missing = server.ask("SELECT 1")
        self.assertEqual((missing.status, missing.code), (401, "194"))
        self.assertIn("WWW-Authenticate", missing.headers)
        wrong = server.ask("SELECT 1", user="ann", password="guess")
        self.assertEqual((wrong.status, wrong.code), (403, "516"))
        self.assertEqual(server.ask(method="GET", path="/ping").status, 200)
        self.assertNotIn("s3cret", server.log())


if __name__ == "__main__":
    unittest.main()
