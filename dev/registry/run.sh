#!/usr/bin/env bash
# Runs the development schema registry in the foreground: sets its environment, then becomes the
# registry (exec), so the caller's child process is the registry.
#
# Usage: run.sh --dist DIR --data DIR --port N [--log FILE]
# It must never listen on anything but loopback, and never keep its schemas in memory alone.
set -euo pipefail

DEV="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=../options.sh
. "$DEV/options.sh"
parse_options "dist data port" "log" "$@"

LOG="${OPT_log:-$OPT_data/registry.log}"
mkdir -p "$OPT_data/tmp"

# It binds to every address by default. 3.0.9 serves health and metrics on this one port; later
# versions have a second, management port, which is held to loopback too should it ever open.
export QUARKUS_HTTP_HOST=127.0.0.1 QUARKUS_HTTP_PORT="$OPT_port"
export QUARKUS_MANAGEMENT_HOST=127.0.0.1

# The default database lives in memory. WRITE_DELAY=0: what was answered is on disk (the default
# writes up to half a second later, and kill -9 would lose it).
export APICURIO_STORAGE_KIND=sql APICURIO_STORAGE_SQL_KIND=h2
export APICURIO_DATASOURCE_URL="jdbc:h2:file:$OPT_data/registry;WRITE_DELAY=0"
# 20 connections from the start and up to 100 are meant for a server database.
export APICURIO_DATASOURCE_JDBC_INITIAL_SIZE=2 APICURIO_DATASOURCE_JDBC_MIN_SIZE=2 APICURIO_DATASOURCE_JDBC_MAX_SIZE=8

export QUARKUS_LOG_CONSOLE_ENABLE=false
export QUARKUS_LOG_FILE_ENABLE=true QUARKUS_LOG_FILE_PATH="$LOG" QUARKUS_LOG_FILE_JSON=false
export QUARKUS_LOG_FILE_ROTATION_MAX_FILE_SIZE=16M QUARKUS_LOG_FILE_ROTATION_MAX_BACKUP_INDEX=3
export QUARKUS_HTTP_ACCESS_LOG_ENABLED=false
export APICURIO_IMPORT_WORK_DIR="$OPT_data/tmp" APICURIO_STORAGE_SNAPSHOT_LOCATION="$OPT_data/tmp"

# The archive is a launcher jar that finds lib/ beside itself.
cd "$OPT_dist/registry"
exec "$(java_command)" -Xms64m -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:+ExitOnOutOfMemoryError \
  -Djava.awt.headless=true "-Djava.io.tmpdir=$OPT_data/tmp" \
  -Djava.util.logging.manager=org.jboss.logmanager.LogManager \
  -jar apicurio-registry-app-*-runner.jar
