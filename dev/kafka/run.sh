#!/usr/bin/env bash
# Runs the development broker in the foreground: writes its configuration, formats its storage on
# the first start, then becomes the broker (exec), so the caller's child process is the broker.
#
# Usage: run.sh --dist DIR --data DIR --port N --controller-port N [--log FILE]
# It must never listen on anything but loopback, and never format a storage that holds data.
set -euo pipefail

DEV="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=../options.sh
. "$DEV/options.sh"
parse_options "dist data port controller-port" "log" "$@"

LOG="${OPT_log:-$OPT_data/kafka.log}"
CONFIG="$OPT_data/server.properties"
CLASS_PATH="$OPT_dist/kafka/libs/*"

java_quiet() {
  "$(java_command)" -Xmx128m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
    "-Dlog4j2.configurationFile=$DEV/kafka/log4j2.xml" "-Dreadonce.log.file=$LOG" -cp "$CLASS_PATH" "$@"
}

mkdir -p "$OPT_data"
fill_template "$DEV/kafka/server.properties.tmpl" "$CONFIG" PORT "$OPT_port" CONTROLLER_PORT "$OPT_controller_port" DATA "$OPT_data"

# meta.properties is the last file that formatting writes.
if [ ! -f "$OPT_data/log/meta.properties" ]; then
  cluster_id="$(head -c 16 /dev/urandom | base64 | tr '+/' 'AB' | tr -d '=\n')"
  java_quiet kafka.tools.StorageTool format --standalone --ignore-formatted -t "$cluster_id" -c "$CONFIG"
fi

# G1 returns memory that it does not need; 512 MB is enough for tens of topics on one machine.
exec "$(java_command)" -Xms128m -Xmx512m -XX:+UseG1GC -XX:MaxGCPauseMillis=50 -XX:+ExitOnOutOfMemoryError \
  -Djava.awt.headless=true \
  "-Dlog4j2.configurationFile=$DEV/kafka/log4j2.xml" "-Dreadonce.log.file=$LOG" \
  -cp "$CLASS_PATH" kafka.Kafka "$CONFIG"
