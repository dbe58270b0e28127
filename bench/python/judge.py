#!/usr/bin/env python3
"""Writes results of a run and says which goals it reached. Usage: judge.py OUT.json figures.json

Adds the machine and the date to what the program measured; it measures nothing itself.
"""

import json
import sys
from datetime import datetime, timezone
from pathlib import Path

from table import load, machine

# A figure, what is asked of it, and how it is compared.
GOALS = [
    ("in_flight", "in_flight_most", 1000, "at least"),
    ("in_flight", "rss_peak_mb", 300, "at most"),
    ("in_flight", "overhead_p50_ms", 5, "at most"),
    ("ledger", "per_s", 10_000, "at least"),
    ("restore", "seconds_from_start_to_ready", 10, "at most"),
    ("kills", "contents_unpaid", 0, "at most"),
    ("kills", "paid_per_content", 1.01, "at most"),
    ("calm", "paid_per_content", 1, "at most"),
    ("calm", "contents_unpaid", 0, "at most"),
    ("killed", "paid_per_content", 1.01, "at most"),
    ("killed", "contents_unpaid", 0, "at most"),
    ("restarted", "paid_per_content", 1, "at most"),
    ("restarted", "contents_unpaid", 0, "at most"),
]


def goals(figures):
    found = []
    for part, name, wanted, how in GOALS:
        if part in figures:
            value = figures[part][name]
            reached = value <= wanted if how == "at most" else value >= wanted
            found.append({"part": part, "figure": name, "value": value, how.replace(" ", "_"): wanted, "reached": reached})
    return found


def show(figures, judged):
    for part, rows in figures.items():
        print(f"\n{part}")
        for name, value in rows.items():
            print(f"  {name:32}{str(value):>14}")
    print()
    for goal in judged:
        limit = f"at most {goal['at_most']}" if "at_most" in goal else f"at least {goal['at_least']}"
        print(f"{'ok  ' if goal['reached'] else 'MISS'} {goal['part']}.{goal['figure']}: {goal['value']} ({limit})")


def main(out, figures):
    figures = load(figures)
    judged = goals(figures)
    result = figures | {"goals": judged, "machine": machine(), "date": datetime.now(timezone.utc).strftime("%Y-%m-%d")}
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    Path(out).write_text(json.dumps(result, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    show(figures, judged)
    faults = [f"{part}: {words}" for part, rows in figures.items() for words in rows.get("faults", [])]
    for words in faults:
        print(f"FAULT {words}")
    return 0 if all(goal["reached"] for goal in judged) and not faults else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
