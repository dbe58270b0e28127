#!/usr/bin/env python3
"""trafilatura and resiliparse on the labelled set: pages a second on one core, and F1 on words.

Usage: peers.py FOLDER [OUT.json]. The peers are handed the right charset and their own best options
for this task: no comments, tables kept. Each page starts as bytes, as it does for readonce.
"""

import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

import resiliparse.extract.html2text as html2text
import trafilatura

from words import score


def with_trafilatura(html):
    return trafilatura.extract(html, include_comments=False, include_tables=True) or ""


def with_trafilatura_fast(html):
    return trafilatura.extract(html, include_comments=False, include_tables=True, fast=True) or ""


def with_resiliparse(html):
    return html2text.extract_plain_text(html, main_content=True, alt_texts=False)


PEERS = {
    "trafilatura": (with_trafilatura, 1),
    "trafilatura_fast": (with_trafilatura_fast, 1),
    "resiliparse": (with_resiliparse, 5),
}


def load(folder):
    lines = (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    pages = [json.loads(line) for line in lines]
    for page in pages:
        page["bytes"] = (folder / page["file"]).read_bytes()
    return pages


def seconds(extract, pages):
    start = time.perf_counter()
    for page in pages:
        extract(page["bytes"].decode(page["charset"], "replace"))
    return time.perf_counter() - start


def mean(values):
    values = list(values)
    return round(sum(values) / len(values), 4)


def measure(name, pages):
    extract, rounds = PEERS[name]
    scores = [(page, score(extract(page["bytes"].decode(page["charset"], "replace")), page["gold"], page["neutral"])) for page in pages]
    best = min(seconds(extract, pages) for _ in range(rounds + 1))
    result = {"pages_per_s": round(len(pages) / best, 1), "rounds": rounds + 1}
    for key, chosen in (("", ("en", "zh")), ("_en", ("en",)), ("_zh", ("zh",))):
        some = [s for page, s in scores if page["lang"] in chosen]
        result["f1" + key] = mean(s[2] for s in some)
        result["precision" + key] = mean(s[0] for s in some)
        result["recall" + key] = mean(s[1] for s in some)
    result["by_design"] = {
        design: mean(s[2] for page, s in scores if page["design"] == design)
        for design in dict.fromkeys(page["design"] for page in pages)
    }
    return result


def main(folder, out=None):
    pages = load(Path(folder))
    results = {name: measure(name, pages) for name in PEERS}
    results["versions"] = {name: version(name) for name in ("trafilatura", "resiliparse", "lxml")}
    results["versions"]["python"] = sys.version.split()[0]
    text = json.dumps(results, ensure_ascii=False, indent=2)
    Path(out).write_text(text + "\n", encoding="utf-8") if out else print(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
