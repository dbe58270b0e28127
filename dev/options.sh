# shellcheck shell=bash
# What the run scripts share: reading options, finding Java, filling a template. Sourced only.
# It must never start or stop anything.

# parse_options REQUIRED OPTIONAL ARGS...: sets OPT_<name> (dashes become underscores) for each
# "--name value". Unknown, valueless and missing options end the script with exit 2.
parse_options() {
  local required="$1" optional="$2" name variable
  shift 2
  for name in $required $optional; do printf -v "OPT_${name//-/_}" '%s' ''; done
  while [ $# -gt 0 ]; do
    name="${1#--}"
    case " $required $optional " in *" $name "*) ;; *) usage_error "unknown option $1" ;; esac
    [ $# -ge 2 ] || usage_error "--$name needs a value"
    printf -v "OPT_${name//-/_}" '%s' "$2"
    shift 2
  done
  for name in $required; do
    variable="OPT_${name//-/_}"
    [ -n "${!variable}" ] || usage_error "--$name is missing"
  done
  absolute_paths
}

usage_error() {
  printf '%s: error: %s\n' "$0" "$1" >&2
  sed -n 's/^# Usage: /usage: /p' "$0" >&2
  exit 2
}

# The processes may change their folder, so no path stays relative.
absolute_paths() {
  local variable
  for variable in OPT_dist OPT_data OPT_log; do
    case "${!variable:-/}" in
      # Each of these means something to a properties file, a list of folders or a database address.
      *$'\n'* | *[\\,\;]*) usage_error "a path may hold no line break, backslash, comma or semicolon" ;;
      /*) ;;
      *) printf -v "$variable" '%s' "$PWD/${!variable}" ;;
    esac
  done
}

java_command() {
  if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then echo "$JAVA_HOME/bin/java"; else command -v java; fi
}

# fill_template SOURCE TARGET NAME VALUE [NAME VALUE]...: replaces each @NAME@ by its value.
fill_template() {
  local text target="$2"
  text="$(cat "$1")"
  shift 2
  while [ $# -gt 0 ]; do
    text="${text//"@$1@"/"$2"}"
    shift 2
  done
  printf '%s\n' "$text" >"$target.new"
  mv "$target.new" "$target"
}
