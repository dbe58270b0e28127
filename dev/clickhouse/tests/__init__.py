"""Tests of the development ClickHouse server. Run them with dev/clickhouse/test.sh."""
