"""What surrounds main text on real pages: scripts, styles, drawings, menus, cards, comments.

None of it is gold. It is sized so that a page weighs what pages of its kind weigh.
"""

import json


def esc(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Filler:
    def __init__(self, rng, prose):
        self.rng, self.prose = rng, prose
        self.zh = prose.lang == "zh"

    def say(self, en, zh):
        return zh if self.zh else en

    def link(self, text, css=""):
        css = f' class="{css}"' if css else ""
        return f'<a href="/{self.hex(6)}/{self.hex(12)}.html"{css}>{esc(text)}</a>'

    def hex(self, n):
        return "".join(self.rng.choice("0123456789abcdef") for _ in range(n))

    def css_class(self):
        return "css-" + self.hex(7)

    # -- weight -----------------------------------------------------------------------------

    def style(self, size):
        rules, n = [], 0
        while n < size:
            name = self.rng.choice(["nav", "card", "btn", "grid", "hero", "footer", "post", "col"])
            rule = (
                f".{name}-{self.hex(4)} > .{name}__{self.hex(3)}:hover{{display:flex;"
                f"margin:{self.rng.randint(0, 40)}px auto;color:#{self.hex(6)};"
                f"font:400 {self.rng.randint(12, 30)}px/1.4 Georgia,serif}}\n"
            )
            rules.append(rule)
            n += len(rule)
        return "<style>\n" + "".join(rules) + "</style>\n"

    def script(self, size):
        lines, n = [], 0
        while n < size:
            a, b = self.hex(4), self.hex(4)
            line = self.rng.choice([
                f"function f{a}(e,t){{for(var n=0;n<e.length&&n<{self.rng.randint(2, 99)};n++)if(e[n]>t)return e[n];return null}}\n",
                f'document.getElementById("{a}")&&document.write("<div class=\'slot-{b}\'></div>");\n',
                f"var q{a}=window.q{a}||[];q{a}.push(['set','{b}',{self.rng.random():.6f}]);\n",
                f"// layout shim {a}: if (a < b) then '<p>' is not closed\n",
                f"!function(){{try{{localStorage.setItem('k{a}',JSON.stringify({{v:{self.rng.randint(1, 9999)}}}))}}catch(e){{}}}}();\n",
            ])
            lines.append(line)
            n += len(line)
        return "<script>\n" + "".join(lines) + "</script>\n"

    def state(self, size):
        """The page's data once more for its scripts, with texts of other articles in it."""
        entries, n = [], 0
        while n < size:
            entry = {"id": self.hex(12), "title": self.prose.headline(), "teaser": self.prose.sentence()}
            entries.append(entry)
            n += len(json.dumps(entry, ensure_ascii=False)) * (2 if self.zh else 1)
        data = json.dumps({"feed": entries}, ensure_ascii=False).replace("</", "<\\/")
        return f"<script>window.__STATE__={data}</script>\n"

    def svg(self):
        path = " ".join(f"{self.rng.choice('MLCQ')}{self.rng.random() * 24:.2f} {self.rng.random() * 24:.2f}" for _ in range(self.rng.randint(8, 30)))
        return f'<svg viewBox="0 0 24 24" width="24" aria-hidden="true"><title>icon</title><path d="{path}"/></svg>'

    def head_weight(self, size):
        share = self.rng.random() * 0.4 + 0.3
        return self.style(int(size * share)) + self.script(int(size * (1 - share)))

    # -- things that readers see but did not come for ----------------------------------------------

    def menu(self, count, css="menu"):
        items = []
        for _ in range(count):
            text = self.rng.choice(self.prose.words["menu"])
            icon = self.svg() if self.rng.random() < 0.08 else ""
            n = self.rng.randint(100, 9999)
            target = f'href="https://www.example.com/{self.hex(4)}/{self.hex(8)}/" data-track="nav|{n}|{css}" title="{esc(text)}" class="{css}-link"'
            items.append(f'<li id="{css}-{n}" class="{css}-item {css}-item-type-page {css}-item-{n}">{icon}<a {target}><span class="{css}-text">{esc(text)}</span></a></li>\n')
        return f'<ul class="{css}">\n' + "".join(items) + "</ul>\n"

    def mega_menu(self, groups):
        parts = []
        for _ in range(groups):
            title = self.rng.choice(self.prose.words["menu"])
            parts.append(f'<li class="has-sub"><span class="top">{title}</span><div class="sub"><div class="col">{self.menu(self.rng.randint(8, 16), "mm")}</div></div></li>')
        return '<ul class="mega">' + "\n".join(parts) + "</ul>\n"

    def cards(self, count, css="card", teaser=True):
        parts = []
        for _ in range(count):
            text = f"<p>{esc(self.prose.sentence())}</p>" if teaser else ""
            ago = self.say(f"{self.rng.randint(2, 20)} hours ago", f"{self.rng.randint(2, 20)}小时前")
            parts.append(
                f'<div class="{css}"><a href="/{self.hex(8)}"><picture><source type="image/webp" srcset="/i/{self.hex(16)}-640.webp 640w, /i/{self.hex(16)}-320.webp 320w"><img src="/i/{self.hex(16)}.jpg" alt="" width="320" height="180" loading="lazy" decoding="async"></picture></a>'
                f"<h3>{self.link(self.prose.headline())}</h3>{text}<span class=\"{css}-time\">{ago}</span></div>\n"
            )
        return "".join(parts)

    def headlines(self, count):
        return "<ul>\n" + "".join(f"<li>{self.link(self.prose.headline())}</li>\n" for _ in range(count)) + "</ul>\n"

    def comments(self, count, css="comment"):
        parts = []
        for _ in range(count):
            words = " ".join(self.prose.pick("short") for _ in range(self.rng.randint(1, 3)))
            when = self.say(f"{self.rng.randint(2, 20)} hours ago", f"{self.rng.randint(2, 20)}小时前")
            reply = self.say("Reply", "回复")
            parts.append(
                f'<div class="{css}" id="c{self.hex(5)}"><b class="{css}-user">user-{self.hex(3)}</b> <span class="{css}-date">{when}</span>'
                f'<p>{esc(words)}</p><a href="#r">{reply}</a> <span>{self.rng.randint(0, 40)}</span></div>\n'
            )
        return "".join(parts)

    def share(self, css="share-bar"):
        names = self.say("Facebook|X|LinkedIn|WhatsApp|Email|Copy link", "微信|微博|QQ空间|复制链接|打印").split("|")
        return f'<div class="{css}">' + "".join(f'<a href="#" class="s">{self.svg() if self.rng.random() < 0.5 else ""}<span>{n}</span></a> ' for n in names) + "</div>\n"

    def newsletter(self):
        text = self.say("Get the morning briefing in your inbox. You can unsubscribe at any time.", "订阅每日早报，精彩内容发送到您的邮箱，可随时退订。")
        return f'<form class="newsletter" action="/nl" method="post"><input type="hidden" name="csrf" value="{self.hex(32)}"><p>{text}</p><input type="email" placeholder="name@example.com"><button type="submit">{self.say("Sign up", "订阅")}</button></form>\n'

    def ad(self):
        return f'<div class="ad-slot" id="div-gpt-ad-{self.hex(8)}"><span>{self.say("Advertisement", "广告")}</span><script>googletag.cmd.push(function(){{display("{self.hex(6)}")}})</script></div>\n'

    def cookie(self):
        text = self.say(
            "We and our 834 partners use cookies to store and access information on a device, to measure the audience and to show content that fits you. You can change your choices at any time in the settings.",
            "我们及合作伙伴使用Cookie在设备上存储和访问信息，用于统计访问量并展示适合您的内容。您可以随时在设置中更改您的选择。",
        )
        return f'<div id="cookie-consent" class="cookie-banner" role="dialog"><h2>{self.say("Your privacy", "隐私提示")}</h2><p>{text}</p><p>{text}</p><button>{self.say("Accept all", "全部接受")}</button><button>{self.say("Settings", "设置")}</button></div>\n'

    def legal(self):
        return self.say(
            "© 2026 Example Media Group. All rights reserved. Reproduction in whole or in part without permission is prohibited.",
            "版权所有 © 2026 示例传媒集团 未经授权不得转载 京ICP备00000000号 互联网新闻信息服务许可证00000000000",
        )

    def stamp(self):
        y, m, d = 2026, self.rng.randint(1, 9), self.rng.randint(1, 28)
        hour, minute = self.rng.randint(6, 21), self.rng.randint(10, 59)
        iso = f"{y}-{m:02}-{d:02}T{hour:02}:{minute:02}:00+00:00"
        return iso, self.say(f"{d} {['Jan','Feb','Mar','Apr','May','Jun','Jul','Aug','Sep'][m-1]} {y}, {hour}:{minute}", f"{y}年{m}月{d}日 {hour}:{minute}")
