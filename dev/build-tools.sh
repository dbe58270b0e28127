#!/usr/bin/env bash
# Checks what a build needs beside Rust: a C compiler, make, pkg-config and OpenSSL's headers (the
# Kafka client speaks TLS). On Debian it installs what is missing; elsewhere it says what is.
# Usage: dev/build-tools.sh      Exit: 0 ready · 3 a prerequisite is missing
set -euo pipefail

die() { printf 'setup: error: %s\n' "$*" >&2; exit 3; }
is_root() { [ "$(id -u)" = 0 ]; }
as_root() { if is_root; then "$@"; else sudo -n "$@"; fi; }
can_be_root() { is_root || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }; }

missing() {
  command -v cc >/dev/null || echo gcc libc6-dev
  command -v c++ >/dev/null || echo g++
  command -v make >/dev/null || echo make
  command -v pkg-config >/dev/null || echo pkg-config
  pkg-config --exists openssl 2>/dev/null || echo libssl-dev
}

command -v cargo >/dev/null || die "Rust 1.90 or newer is missing: install it with rustup (rustup.rs)"
packages="$(missing | tr '\n' ' ')"
[ -n "${packages// /}" ] || exit 0
if [ -r /etc/debian_version ] && can_be_root; then
  echo "setup: installing $packages" >&2
  # shellcheck disable=SC2086 # a list of package names
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages >&2 ||
    { as_root apt-get update >&2 && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages >&2; }
  packages="$(missing | tr '\n' ' ')"
  [ -n "${packages// /}" ] || exit 0
fi
die "a build tool is missing: apt-get install -y $packages"
