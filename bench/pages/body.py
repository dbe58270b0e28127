"""The main text of a made page as it is written, with the gold beside the markup.

`gold` is what a good extractor returns. `neutral` is what it may return or leave out: titles,
bylines, captions. Everything else on the page is noise.
"""

from filler import esc


class Body:
    def __init__(self, filler, prose, rng):
        self.f, self.prose, self.rng = filler, prose, rng
        self.gold, self.neutral = [], []
        self.title = prose.headline()
        self.neutral.append(self.title)

    def keep(self, text):
        self.gold.append(text)
        return esc(text)

    def maybe(self, text):
        self.neutral.append(text)
        return esc(text)

    def linked(self, text):
        """The text as markup, now and then with a link or a stress in the middle of it."""
        kind = self.rng.random()
        if kind > 0.35 or len(text) < 30:
            return esc(text)
        cut = self.rng.randint(8, len(text) // 2)
        end = cut + self.rng.randint(4, 12)
        inner = esc(text[cut:end])
        tag = f'<a href="/t/{self.f.hex(5)}">{inner}</a>' if kind < 0.2 else f"<strong>{inner}</strong>"
        return esc(text[:cut]) + tag + esc(text[end:])

    def p(self, text, css=""):
        self.gold.append(text)
        css = f' class="{css}"' if css else ""
        return f"<p{css}>{self.linked(text)}</p>\n"

    def paragraphs(self, low, high, css=""):
        return [self.p(text, css) for text in self.prose.paragraphs(low, high)]

    def heading(self, tag="h2"):
        text = self.prose.headline()
        return f"<{tag}>{self.keep(text)}</{tag}>\n"

    def list(self, tag="ul", low=3, high=7):
        items = self.prose.items(low, high)
        return f"<{tag}>\n" + "".join(f"<li>{self.keep(item)}</li>\n" for item in items) + f"</{tag}>\n"

    def table(self, rows=5, css=""):
        words = self.prose.words["noun"]
        head = self.f.say(["Item", "Planned", "Reached"], ["项目", "计划", "完成"])
        out = "<tr>" + "".join(f"<th>{self.keep(cell)}</th>" for cell in head) + "</tr>\n"
        for _ in range(rows):
            cells = [self.rng.choice(words), f"{self.rng.randint(10, 999)}.{self.rng.randint(0, 9)}", f"{self.rng.randint(10, 99)}%"]
            out += "<tr>" + "".join(f"<td>{self.keep(cell)}</td>" for cell in cells) + "</tr>\n"
        css = f' class="{css}"' if css else ""
        return f"<table{css}><tbody>\n{out}</tbody></table>\n"

    def figure(self):
        text = self.prose.sentence()
        credit = self.f.say("Photo: Example Pictures", "图片来源：示例图片")
        return f'<figure><img src="/i/{self.f.hex(20)}.jpg" alt="{esc(text)[:20]}" srcset="/i/{self.f.hex(20)}.jpg 640w, /i/{self.f.hex(20)}.jpg 1280w"><figcaption>{self.maybe(text)} <span class="credit">{self.maybe(credit)}</span></figcaption></figure>\n'

    def byline(self):
        iso, shown = self.f.stamp()
        who = self.prose.person()
        self.iso, self.shown, self.who = iso, shown, who
        text = self.f.say(f"By {who} · {shown}", f"来源：示例日报 记者：{who} 发布时间：{shown}")
        self.neutral.append(text)
        return esc(text)
