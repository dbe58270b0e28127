"""Crashes, restarts and stops: what was answered is there, and nothing stands in the way."""

import subprocess
import threading
import time
import unittest

from tests.harness import ROOT, ServerProcess


def run_to_its_end(command: list[str]) -> "subprocess.CompletedProcess[str]":
    """Runs a server that is expected to refuse to start."""
    return subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT, check=False)


class AfterSigkill(unittest.TestCase):
    def setUp(self) -> None:
        self.server = ServerProcess()
        self.addCleanup(self.server.close)
        self.server.rows("CREATE DATABASE d")
        self.server.rows(
            "CREATE TABLE d.t (a UInt64) ENGINE = MergeTree ORDER BY a SETTINGS non_replicated_deduplication_window = 100"
        )

    def restart(self) -> None:
        """A crash and a new start."""
        self.server.kill()
        self.server.start()

    def test_every_answered_insert_is_there(self) -> None:
        for round_number in range(5):
            acknowledged = self.insert_until_killed(first=round_number * 10_000)
            self.server.start()
            there = {int(line) for line in self.server.rows("SELECT a FROM d.t").split()}
            self.assertTrue(acknowledged, "no insert was answered before the crash")
            self.assertEqual(acknowledged - there, set())

    def insert_until_killed(self, first: int) -> set[int]:
        """Three clients insert one row at a time while the server dies under them."""
        acknowledged: set[int] = set()

        def work(client: int) -> None:
            for i in range(1_000):
                value = first + client * 1_000 + i
                try:
                    if self.server.ask(str(value), query="INSERT INTO d.t FORMAT TSV").status == 200:
                        acknowledged.add(value)
                except OSError:
                    return

        clients = [threading.Thread(target=work, args=(client,)) for client in range(3)]
        for client in clients:
            client.start()
        time.sleep(0.4)
        self.server.kill()
        for client in clients:
            client.join()
        return acknowledged

    def test_an_insert_that_was_not_answered_is_there_whole_or_not_at_all(self) -> None:
        data = "\n".join(map(str, range(300_000)))

        def insert() -> None:
            try:
                self.server.ask(data, query="INSERT INTO d.t FORMAT TSV")
            except OSError:
                pass

        for delay_s in (0.01, 0.03, 0.06):
            client = threading.Thread(target=insert)
            client.start()
            time.sleep(delay_s)
            self.restart()
            client.join()
            self.assertIn(self.server.rows("SELECT count() FROM d.t"), ("0\n", "300000\n"))
            self.server.rows("TRUNCATE TABLE d.t")

    def test_a_token_still_drops_the_insert_that_comes_again(self) -> None:
        for _ in range(2):
            self.server.rows("1\n", query="INSERT INTO d.t FORMAT TSV", insert_deduplication_token="x")
            self.restart()
        self.assertEqual(self.server.rows("SELECT count() FROM d.t"), "1\n")

    def test_views_tables_and_what_they_hold_are_there(self) -> None:
        self.server.rows(
            "CREATE TABLE d.sums (k UInt8, s AggregateFunction(max, UInt64)) ENGINE = AggregatingMergeTree ORDER BY k"
        )
        self.server.rows(
            "CREATE MATERIALIZED VIEW d.feed TO d.sums AS SELECT 1 AS k, maxState(a) AS s FROM d.t GROUP BY k"
        )
        self.server.rows("CREATE VIEW d.top AS SELECT maxMerge(s) AS top FROM d.sums")
        self.server.rows("INSERT INTO d.t VALUES (5)")
        self.restart()
        self.server.rows("INSERT INTO d.t VALUES (9)")
        self.assertEqual(self.server.rows("SELECT * FROM d.top"), "9\n")

    def test_data_of_dead_inserts_is_removed_at_the_next_start(self) -> None:
        left_behind = self.server.data / "incoming" / "insert-1"
        self.server.kill()
        left_behind.write_bytes(b"half")
        self.server.start()
        self.assertFalse(left_behind.exists())


class TheDataFolder(unittest.TestCase):
    def test_belongs_to_one_process(self) -> None:
        server = ServerProcess()
        self.addCleanup(server.close)
        second = run_to_its_end(server.command())
        self.assertEqual(second.returncode, 1)
        self.assertIn(f"in use by process {server.process.pid}", second.stderr)
        self.assertEqual(server.rows("SELECT 1"), "1\n")


class ATakenPort(unittest.TestCase):
    def test_is_named(self) -> None:
        server = ServerProcess()
        self.addCleanup(server.close)
        command = [*server.command(), "--port", str(server.port), "--data", str(server.root / "other")]
        second = run_to_its_end(command)
        self.assertEqual(second.returncode, 1)
        self.assertIn(f"cannot listen on 127.0.0.1:{server.port}", second.stderr)


class OnSigterm(unittest.TestCase):
    def setUp(self) -> None:
        self.server = ServerProcess()
        self.addCleanup(self.server.close)

    def test_an_idle_server_stops_at_once(self) -> None:
        idle = self.server.connection()
        self.addCleanup(idle.close)
        idle.request("GET", "/ping")
        idle.getresponse().read()
        self.assertLess(self.server.stop(), 2)
        self.assertEqual(self.server.process.returncode, 0)

    def test_a_running_query_is_given_time_and_then_cancelled(self) -> None:
        replies = []
        for rows in (2, 200):
            text = f"SELECT sleepEachRow(0.3) FROM numbers({rows}) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0"
            client = threading.Thread(target=lambda query=text: replies.append(self.server.ask(query).status))
            client.start()
        time.sleep(0.4)
        self.assertLess(self.server.stop(), 5)
        self.assertEqual(self.server.process.returncode, 0)
        deadline = time.monotonic() + 5
        while len(replies) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(replies, [200, 500])


if __name__ == "__main__":
    unittest.main()
