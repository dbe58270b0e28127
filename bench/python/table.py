#!/usr/bin/env python3
"""Sets the figures of one run side by side: results/canonical.json and a table.

Usage: table.py OUT.json html_pages.json peers.json json_chain.json. Only joins what the programs
measured; it measures nothing itself.
"""

import json
import os
import platform
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path


def load(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "unknown"


def field(path, name):
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return "unknown"
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(name)), "unknown")


def machine():
    return {
        "cpu": field("/proc/cpuinfo", "model name"),
        "cores": os.cpu_count(),
        "memory": field("/proc/meminfo", "MemTotal"),
        "os": platform.platform(),
        "rustc": first_line("rustc", "--version"),
        "python": platform.python_version(),
        "load_average_at_end": round(os.getloadavg()[0], 1),
    }


def joined(html, peers, chain):
    trafilatura, resiliparse = peers["trafilatura"], peers["resiliparse"]
    ours = html["pages_per_s"]
    result = {
        "json_records_per_s_core": chain.get("json_records_per_s_core"),
        "html_pages_per_s_core": ours,
        "ratio_to_trafilatura": round(ours / trafilatura["pages_per_s"], 1),
        "ratio_to_resiliparse": round(ours / resiliparse["pages_per_s"], 1),
    }
    # The peers hash nothing and read no facts: the same figures for the text alone.
    alone = html["pages_per_s_without_hash"]
    result["html_pages_without_hash_per_s_core"] = alone
    result["ratio_to_trafilatura_without_hash"] = round(alone / trafilatura["pages_per_s"], 1)
    result["ratio_to_resiliparse_without_hash"] = round(alone / resiliparse["pages_per_s"], 1)
    for suffix in ("", "_en", "_zh"):
        result["f1" + suffix] = html["f1" + suffix]
        result["f1_trafilatura" + suffix] = trafilatura["f1" + suffix]
        result["f1_resiliparse" + suffix] = resiliparse["f1" + suffix]
    result |= {
        "pages": html["pages"], "mean_bytes": html["mean_bytes"],
        "html": html, "peers": peers, "json": chain, "machine": machine(),
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
    }
    return result


def show(result, html, peers):
    alone = {**html, "pages_per_s": html["pages_per_s_without_hash"]}
    rows = [("readonce", html), ("  without hash", alone)] + [(name, peers[name]) for name in ("trafilatura", "trafilatura_fast", "resiliparse")]
    print(f"\n{result['pages']} pages of {result['mean_bytes']} bytes on average, one thread")
    print(f"{'':18}{'pages/s':>10}{'ratio':>8}{'F1':>8}{'F1 en':>8}{'F1 zh':>8}{'prec.':>8}{'recall':>8}")
    for name, row in rows:
        ratio = html["pages_per_s"] / row["pages_per_s"]
        cells = "".join(f"{row[key]:8.3f}" for key in ("f1", "f1_en", "f1_zh", "precision", "recall"))
        print(f"{name:18}{row['pages_per_s']:10.0f}{ratio:7.1f}x{cells}")
    if result["json_records_per_s_core"]:
        print(f"\nJSON records of 5 KB: {result['json_records_per_s_core']:.0f} a second on one core")


def main(out, html, peers, chain):
    html, peers = load(html), load(peers)
    chain = load(chain) if Path(chain).is_file() else {}
    result = joined(html, peers, chain)
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    Path(out).write_text(json.dumps(result, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    show(result, html, peers)


if __name__ == "__main__":
    main(*sys.argv[1:])
