#!/usr/bin/env python3
"""Writes the labelled set: pages of many site designs, and the main text of each.

Usage: make.py FOLDER. The same pages on every machine: seeded, standard library only.
The folder gets one file a page and gold.jsonl (file, lang, charset, design, gold, neutral).
"""

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import designs
from body import Body
from filler import Filler, esc
from prose import Prose

PAGES_PER_DESIGN = 2
TARGET_BYTES = 91_000
SPREAD_BYTES = 22_000


class Page:
    def __init__(self, design, lang, nth):
        self.rng = random.Random(f"{design.__name__}/{lang}/{nth}")
        self.lang = lang
        self.charset = "gbk" if lang == "zh" and nth % 2 else "utf-8"
        self.prose = Prose(self.rng, lang)
        self.f = Filler(self.rng, self.prose)
        self.b = Body(self.f, self.prose, self.rng)
        self.head = ""
        self.body = design(self)

    def html(self):
        size = max(48_000, int(self.rng.gauss(TARGET_BYTES, SPREAD_BYTES)))
        missing = max(16_000, size - len(self.encoded(self.body)))
        state = self.f.state(int(missing * 0.25)) if self.rng.random() < 0.6 else ""
        head_weight = self.f.head_weight(int(missing * 0.55))
        drawings = "".join(f'<symbol id="{self.f.hex(5)}">{self.f.svg()}</symbol>' for _ in range(10))
        late = self.f.script(max(500, missing - int(missing * 0.55) - len(self.encoded(state)) - len(drawings)))
        site = self.f.say("Example Times", "示例日报")
        tag = "zh-CN" if self.lang == "zh" else "en-US"
        return f"""<!DOCTYPE html>
<html lang="{tag}"><head><meta charset="{self.charset}"><title>{esc(self.b.title)} - {site}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta property="og:site_name" content="{site}">
<meta property="og:title" content="{esc(self.b.title)}"><meta name="description" content="{esc(self.prose.sentence()).replace('"', "&quot;")}">
<link rel="stylesheet" href="/s/{self.f.hex(8)}.css">{self.head}{head_weight}</head>
<body class="single no-js"><svg style="display:none">{drawings}</svg>
{self.body}
{state}{late}</body></html>
"""

    def encoded(self, text):
        return text.encode(self.charset, "xmlcharrefreplace")


def main(folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.html"):
        old.unlink()
    lines = []
    for design in designs.ALL:
        for lang in ("en", "zh"):
            for nth in range(PAGES_PER_DESIGN):
                page = Page(design, lang, nth)
                name = f"{design.__name__}-{lang}-{nth}.html"
                (folder / name).write_bytes(page.encoded(page.html()))
                lines.append({
                    "file": name, "lang": lang, "charset": page.charset, "design": design.__name__,
                    "gold": page.b.gold, "neutral": page.b.neutral,
                })
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (folder / "gold.jsonl").write_text(text, encoding="utf-8")
    sizes = sorted((folder / line["file"]).stat().st_size for line in lines)
    print(f"{len(lines)} pages, {sum(sizes) // len(sizes)} bytes on average, {sizes[0]} to {sizes[-1]}")


if __name__ == "__main__":
    main(sys.argv[1])
