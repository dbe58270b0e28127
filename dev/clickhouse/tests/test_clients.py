"""An ordinary ClickHouse client; skipped where the package clickhouse-connect is not installed."""

import datetime
import importlib.util
import unittest

from tests.harness import ServerProcess

HAS_CLIENT = importlib.util.find_spec("clickhouse_connect") is not None


@unittest.skipUnless(HAS_CLIENT, "clickhouse-connect is not installed")
class ClickhouseConnect(unittest.TestCase):
    def test_creates_inserts_selects_and_reads_errors(self) -> None:
        import clickhouse_connect
        from clickhouse_connect.driver.exceptions import DatabaseError

        server = ServerProcess()
        self.addCleanup(server.close)
        for compression in (False, True, "gzip", "zstd", "lz4"):
            with self.subTest(compression):
                client = clickhouse_connect.get_client(host="127.0.0.1", port=server.port, compress=compression)
                self.addCleanup(client.close)
                client.command(
                    "CREATE OR REPLACE TABLE t (a UInt32, s LowCardinality(String), n Nullable(Int64), d DateTime64(3, 'UTC')) ENGINE = MergeTree ORDER BY a"
                )
                when = datetime.datetime(2026, 1, 2, 3, 4, 5)
                client.insert("t", [[1, "你", None, when], [2, "x", -5, when]], column_names=["a", "s", "n", "d"])
                found = client.query(
                    "SELECT a, s, n, d FROM t WHERE a >= {least:UInt32} ORDER BY a", parameters={"least": 1}
                )
                self.assertEqual([row[:3] for row in found.result_rows], [(1, "你", None), (2, "x", -5)])
                self.assertEqual(found.result_rows[0][3].replace(tzinfo=None), when)
                self.assertEqual(client.raw_query("SELECT 1 AS a FORMAT JSONEachRow"), b'{"a":1}\n')
                with self.assertRaisesRegex(DatabaseError, "UNKNOWN_IDENTIFIER"):
                    client.query("SELECT nope")


if __name__ == "__main__":
    unittest.main()
