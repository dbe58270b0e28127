#!/usr/bin/env bash
# Proves the start recipes: starts Kafka, the registry and ClickHouse on free ports in a temporary
# folder, uses each, kills each with SIGKILL, finds its data again, and stops all by process id.
#
# Usage: dev/smoke.sh [DIST]      DIST as in dev/setup.sh. Exit 0: all is well.
# It must never touch a process that it did not start.
set -euo pipefail

DEV="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
DIST="${1:-$(dirname "$DEV")/.readonce/dist}"
"$DEV/setup.sh" "$DIST"
DIST="$(cd "$DIST" && pwd)"
WORK="$(mktemp -d)"
PYTHON="$DIST/venv/bin/python"
declare -A PID=()

fail() {
  printf 'smoke: FAILED: %s\n' "$*" >&2
  tail -n 15 "$WORK"/*/*.log "$WORK"/*.out >&2 2>/dev/null || true
  exit 1
}

is_running() { kill -0 "$1" 2>/dev/null; }

# Ends one part that this script started: SIGTERM, ten seconds, SIGKILL.
stop() {
  local pid="${PID[$1]:-}" tenth
  [ -n "$pid" ] || return 0
  unset "PID[$1]"
  kill -TERM "$pid" 2>/dev/null || return 0
  for tenth in $(seq 100); do
    is_running "$pid" || { printf 'smoke: %s stopped in %d00 ms\n' "$1" "$tenth"; return 0; }
    sleep 0.1
  done
  kill -KILL "$pid" 2>/dev/null || true
  return 1
}

clean_up() {
  local part
  for part in "${!PID[@]}"; do stop "$part" || true; done
  rm -rf "$WORK"
}
trap clean_up EXIT

# Free ports, all held at once so that no two are equal.
read -r KAFKA_PORT CONTROLLER_PORT REGISTRY_PORT CLICKHOUSE_PORT < <("$PYTHON" - <<'PY'
import socket
held = [socket.socket() for _ in range(4)]
for one in held:
    one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in held))
PY
)
REGISTRY="http://127.0.0.1:$REGISTRY_PORT/apis/ccompat/v7"
CLICKHOUSE="http://127.0.0.1:$CLICKHOUSE_PORT"

# kafka_tool CLASS ARGUMENTS...: a command line tool of the same jars.
kafka_tool() {
  local class="org.apache.kafka.tools.$1"
  shift
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx128m -XX:TieredStopAtLevel=1 "-Dlog4j2.configurationFile=$DEV/kafka/log4j2.xml" \
    "-Dreadonce.log.file=$WORK/tools.log" -cp "$DIST/kafka/libs/*" "$class" "$@" 2>>"$WORK/tools.out"
}

kafka_is_ready() { "$PYTHON" "$DEV/kafka/ready.py" "$KAFKA_PORT"; }
registry_is_ready() { curl -fsS "http://127.0.0.1:$REGISTRY_PORT/health/ready" >/dev/null 2>&1; }
clickhouse_is_ready() { [ "$(curl -fsS "$CLICKHOUSE/ping" 2>/dev/null)" = "Ok." ]; }

# start PART ARGUMENTS...: own session, so it outlives its starter; waits for health.
start() {
  local part="$1" began now
  shift
  began="$(date +%s%N)"
  setsid "$DEV/$part/run.sh" --dist "$DIST" --data "$WORK/$part" "$@" >>"$WORK/$part.out" 2>&1 </dev/null &
  PID[$part]=$!
  disown
  until "${part}_is_ready"; do
    is_running "${PID[$part]}" || fail "$part ended while it started"
    now="$(date +%s%N)"
    [ $(((now - began) / 1000000000)) -lt 60 ] || fail "$part is not ready after 60 s"
    sleep 0.05
  done
  now="$(date +%s%N)"
  printf 'smoke: %s ready in %d ms, %d MB resident\n' "$part" $(((now - began) / 1000000)) \
    $(($(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/${PID[$part]}/status") / 1024))
}

crash() {
  kill -KILL "${PID[$1]}"
  while is_running "${PID[$1]}"; do sleep 0.02; done
  unset "PID[$1]"
}

start_kafka() { start kafka --port "$KAFKA_PORT" --controller-port "$CONTROLLER_PORT"; }
start_registry() { start registry --port "$REGISTRY_PORT"; }
start_clickhouse() { start clickhouse --port "$CLICKHOUSE_PORT"; }

expect() { [ "$2" = "$3" ] || fail "$1: expected '$3', got '$2'"; }

consume() {
  kafka_tool consumer.ConsoleConsumer --bootstrap-server "127.0.0.1:$KAFKA_PORT" --topic smoke --from-beginning \
    --max-messages "$1" --timeout-ms 20000
}

check_kafka() {
  kafka_tool TopicCommand --bootstrap-server "127.0.0.1:$KAFKA_PORT" --create --topic smoke --partitions 3 >/dev/null
  printf 'one\n' | kafka_tool ConsoleProducer --bootstrap-server "127.0.0.1:$KAFKA_PORT" --topic smoke
  expect "consumed" "$(consume 1)" "one"
  crash kafka
  start_kafka
  printf 'two\n' | kafka_tool ConsoleProducer --bootstrap-server "127.0.0.1:$KAFKA_PORT" --topic smoke
  expect "consumed after SIGKILL" "$(consume 2 | sort | tr '\n' ' ')" "one two "
}

register() {
  curl -sS -o "$WORK/answer" -w '%{http_code}' -H 'Content-Type: application/vnd.schemaregistry.v1+json' \
    -d "{\"schema\": \"$1\"}" "$REGISTRY/subjects/smoke-value/versions"
}

check_registry() {
  local first='{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"int\"}]}'
  local optional='{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"b\",\"type\":\"int\",\"default\":0}]}'
  local breaking='{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"c\",\"type\":\"string\"}]}'
  local rule='{"compatibility": "FULL_TRANSITIVE"}'
  expect "rule set" "$(curl -sS -X PUT -H 'Content-Type: application/json' -d '{"compatibility": "BACKWARD"}' "$REGISTRY/config")" '{"compatibilityLevel":"BACKWARD"}'
  expect "first schema" "$(register "$first")" 200
  expect "rule of the subject set" "$(curl -sS -X PUT -H 'Content-Type: application/json' -d "$rule" "$REGISTRY/config/smoke-value")" '{"compatibilityLevel":"FULL_TRANSITIVE"}'
  crash registry
  start_registry
  expect "rule of the subject after SIGKILL" "$(curl -sS "$REGISTRY/config/smoke-value")" '{"compatibilityLevel":"FULL_TRANSITIVE"}'
  expect "schema 1 after SIGKILL" "$(curl -sS "$REGISTRY/schemas/ids/1" | grep -c '\\"a\\"')" 1
  expect "compatible schema" "$(register "$optional")" 200
  expect "breaking schema" "$(register "$breaking")" 409
}

sql() { curl -sS --data-binary @- "$CLICKHOUSE/$1"; }

check_clickhouse() {
  expect "create" "$(echo 'CREATE TABLE smoke (n UInt64) ENGINE = MergeTree ORDER BY n' | sql '')" ""
  expect "insert" "$(seq 1000 | sql '?query=INSERT%20INTO%20smoke%20FORMAT%20TSV')" ""
  crash clickhouse
  start_clickhouse
  expect "rows after SIGKILL" "$(echo 'SELECT count(), sum(n) FROM smoke' | sql '')" "$(printf '1000\t500500')"
}

start_kafka
start_registry
start_clickhouse
check_kafka
check_registry
check_clickhouse
for part in clickhouse registry kafka; do stop "$part" || fail "$part did not stop within 10 s"; done
echo "smoke: all is well"
