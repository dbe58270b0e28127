#!/usr/bin/env bash
# Brings the parts of the development stack (Kafka, schema registry, ClickHouse engine) into one
# folder, pinned and verified. Idempotent; a finished set-up is recognised in a moment.
#
# Usage: dev/setup.sh [DIST]          DIST defaults to <repository>/.readonce/dist
# Exit:  0 ready · 1 wrong or broken file · 2 usage · 3 a prerequisite is missing · 4 download failed
# It must never write outside DIST (but for system packages on Debian, and the caches of Maven and
# pip), and never put a file in place whose checksum it has not checked. It knows no registry
# address: Maven and pip use their own configuration.
set -euo pipefail

DEV="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
readonly DEV
readonly DOWNLOAD_ATTEMPTS=3
readonly ENGINE_VERSION_PREFIX="26.9."

say() { printf 'setup: %s\n' "$*" >&2; }
die() { local code="$1"; shift; printf 'setup: error: %s\n' "$*" >&2; exit "$code"; }

# sha256 [FILE]: the name of the tool differs outside Linux.
sha256() { if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }

# --- Prerequisites ---------------------------------------------------------------------------

java_command() { if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then echo "$JAVA_HOME/bin/java"; else command -v java; fi; }

has_java() {
  local java major
  java="$(java_command)" || return 1
  major="$("$java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)"
  [ -n "$major" ] && [ "$major" -ge 17 ]
}

has_maven() { command -v mvn >/dev/null; }

# PYTHON names an interpreter to prefer; the newest is not better, the plain one is the usual one.
python_command() {
  local candidate
  for candidate in "${PYTHON:-python3}" python3 python3.13 python3.12 python3.11 python3.10; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(not (3, 10) <= sys.version_info < (3, 15))' 2>/dev/null; then
      command -v "$candidate"
      return 0
    fi
  done
  return 1
}
has_python() { python_command >/dev/null; }

is_debian() { [ -r /etc/debian_version ] && command -v apt-get >/dev/null; }

# Debian 12 and Ubuntu have Java 17; later ones dropped it for a newer one, which does as well.
java_package() {
  local package
  for package in openjdk-17-jre-headless openjdk-21-jre-headless; do
    if apt-cache show "$package" >/dev/null 2>&1; then echo "$package"; return 0; fi
  done
  echo default-jre-headless
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
can_be_root() { [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }; }

apt_install() {
  say "installing $*"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >&2
}

# require CHECK WHAT PACKAGES: pass, install on Debian, or end with the one line that helps.
require() {
  local check="$1" what="$2" packages="$3"
  "$check" && return 0
  if is_debian && can_be_root; then
    [ "$packages" != java ] || packages="$(java_package)"
    # shellcheck disable=SC2086 # a list of package names
    { apt_install $packages || { as_root apt-get update >&2 && apt_install $packages; }; } || true
    "$check" && return 0
  fi
  [ "$packages" != java ] || packages=openjdk-17-jre-headless
  die 3 "$what is missing: apt-get install -y $packages"
}

check_prerequisites() {
  require has_java "Java 17 or newer" java
  require has_maven "Maven" maven
  require has_python "Python 3.10 to 3.14 with venv" "python3 python3-venv"
}

# --- Stamp -----------------------------------------------------------------------------------

# Everything that decides what DIST holds, and DIST itself: a venv does not survive a move.
pins_digest() {
  { printf '%s\n' "$DIST"
    cat "$DEV/setup.sh" "$DEV/kafka/pom.xml" "$DEV/registry/pom.xml" "$DEV/checksums.sha256" "$DEV/clickhouse/requirements.txt"
  } | sha256 | cut -d ' ' -f 1
}

is_done() {
  [ "$(cat "$DIST/stamp" 2>/dev/null)" = "$(pins_digest)" ] || return 1
  [ -x "$DIST/venv/bin/python" ] && [ -f "$DIST/registry/$REGISTRY_JAR" ] && [ -d "$DIST/kafka/libs" ] || return 1
  has_java
}

# --- Download and verify ---------------------------------------------------------------------

# Runs a download up to three times: registries have short hiccups.
with_retries() {
  local what="$1" attempt; shift
  for attempt in $(seq "$DOWNLOAD_ATTEMPTS"); do
    ATTEMPT="$attempt" "$@" >"$WORK/download.log" 2>&1 && return 0
    say "$what: attempt $attempt of $DOWNLOAD_ATTEMPTS failed"
    [ "$attempt" = "$DOWNLOAD_ATTEMPTS" ] || sleep $((attempt * 2))
  done
  grep -v '^[[:space:]]*$' "$WORK/download.log" | head -n 8 >&2
  die 4 "$what could not be downloaded (log above)"
}

# -U when trying again: Maven remembers a failed look-up and would not ask for it.
maven_copy() {
  local again=()
  [ "$ATTEMPT" = 1 ] || again=(-U)
  mvn -B -q "${again[@]}" -f "$DEV/$1/pom.xml" "dependency:$2" -DincludeScope=runtime -DoutputDirectory="$WORK/$1"
}

# verify PART: the files of $WORK/PART are the listed ones, no more, no less, byte for byte.
verify() {
  local part="$1" expected actual name file
  while read -r expected name; do
    case "$name" in "$part"/*) ;; *) continue ;; esac
    file="$WORK/$name"
    [ -f "$file" ] || die 1 "$name is listed in dev/checksums.sha256 and was not downloaded"
    actual="$(sha256 "$file" | cut -d ' ' -f 1)"
    [ "$actual" = "$expected" ] || die 1 "checksum mismatch: $name is $actual, dev/checksums.sha256 says $expected (a damaged copy may sit in the local Maven repository: delete it there and try again)"
  done <"$DEV/checksums.sha256"
  for file in "$WORK/$part"/*; do
    grep -qF "  $part/$(basename "$file")" "$DEV/checksums.sha256" || die 1 "$part/$(basename "$file") was downloaded and is not listed in dev/checksums.sha256"
  done
}

install_kafka() {
  say "Kafka"
  with_retries "Kafka" maven_copy kafka copy-dependencies
  verify kafka
  rm -rf "$DIST/kafka"
  mkdir -p "$DIST/kafka"
  mv "$WORK/kafka" "$DIST/kafka/libs"
}

install_registry() {
  say "schema registry"
  with_retries "schema registry" maven_copy registry copy
  verify registry
  mkdir "$WORK/registry-unpacked"
  tar -xzf "$WORK"/registry/*.tar.gz -C "$WORK/registry-unpacked"
  [ -f "$WORK/registry-unpacked/$REGISTRY_JAR" ] || die 1 "the registry archive does not hold $REGISTRY_JAR"
  rm -rf "$DIST/registry"
  mv "$WORK/registry-unpacked" "$DIST/registry"
}

# pip checks the hashes itself and names the file on a mismatch; no-deps: see requirements.txt.
pip_install() { "$DIST/venv/bin/python" -m pip install --quiet --no-input --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r "$DEV/clickhouse/requirements.txt"; }

# Falls out of the retries at once on a wrong hash: asking again does not make it right.
pip_install_checked() {
  local code=0
  pip_install || code=$?
  if [ "$code" != 0 ] && grep -q 'DO NOT MATCH THE HASHES' "$WORK/download.log"; then touch "$WORK/hash-mismatch"; return 0; fi
  return "$code"
}

install_engine() {
  say "ClickHouse engine"
  rm -rf "$DIST/venv"
  "$(python_command)" -m venv "$DIST/venv"
  with_retries "ClickHouse engine" pip_install_checked
  if [ -e "$WORK/hash-mismatch" ]; then
    cat "$WORK/download.log" >&2
    die 1 "checksum mismatch in a Python package (named above)"
  fi
  local version
  version="$("$DIST/venv/bin/python" -c 'import chdb; print(chdb.query("SELECT version()", "TSV").bytes().decode().strip())')" ||
    die 1 "the ClickHouse engine does not load in $DIST/venv"
  case "$version" in "$ENGINE_VERSION_PREFIX"*) ;; *) die 1 "the ClickHouse engine is $version, expected $ENGINE_VERSION_PREFIX*" ;; esac
}

# --- Main ------------------------------------------------------------------------------------

install_all() {
  rm -f "$DIST/stamp"
  WORK="$(mktemp -d "$DIST/work.XXXXXX")"
  trap 'rm -rf "$WORK"' EXIT
  install_kafka
  install_registry
  install_engine
  pins_digest >"$WORK/stamp"
  mv "$WORK/stamp" "$DIST/stamp"
  say "ready in $DIST"
}

# Two set-ups of one folder wait for each other; the lock goes with the process that holds it.
lock_dist() {
  command -v flock >/dev/null || return 0
  exec 9>"$DIST/.lock"
  flock 9
  # What a killed set-up left; nobody else is at work here now.
  rm -rf "$DIST"/work.*
}

main() {
  [ $# -le 1 ] || die 2 "usage: dev/setup.sh [DIST]"
  case "${1:-}" in -*) die 2 "usage: dev/setup.sh [DIST]" ;; esac
  DIST="${1:-$(dirname "$DEV")/.readonce/dist}"
  mkdir -p "$DIST"
  DIST="$(cd "$DIST" && pwd)"
  REGISTRY_JAR="apicurio-registry-app-$(sed -n 's/.*<apicurio.version>\(.*\)<.*/\1/p' "$DEV/registry/pom.xml")-runner.jar"
  is_done && return 0
  check_prerequisites
  lock_dist
  is_done && return 0
  install_all
}

main "$@"
