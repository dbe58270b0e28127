"""The one metric of the bench: F1 on words. The same definition is in src/words.rs.

Words are runs of letters and digits in lower case; in Han, kana and their kin every pair of
neighbours is a word, and a run of one character is that character. Full-width ASCII counts as ASCII.
Texts are bags of words. Neutral words (title, byline, captions) cost nothing, found or not.
"""

from collections import Counter


def is_dense(c):
    return (
        "\u3005" <= c <= "\u3007" or "\u3041" <= c <= "\u30ff" or "\u3400" <= c <= "\u4dbf"
        or "\u4e00" <= c <= "\u9fff" or "\uf900" <= c <= "\ufaff"
    )


def usual(c):
    return chr(ord(c) - 0xFEE0) if "\uff01" <= c <= "\uff5e" else c


def words(text):
    bag, run, dense = Counter(), "", False

    def close():
        if dense and len(run) > 1:
            bag.update(run[i:i + 2] for i in range(len(run) - 1))
        elif run:
            bag[run] += 1

    for c in map(usual, text.lower()):
        kind = is_dense(c)
        if not (kind or c.isalnum()):
            close()
            run = ""
        elif run and kind != dense:
            close()
            run = c
        else:
            run += c
        dense = kind
    close()
    return bag


def score(found, gold, neutral):
    """Precision, recall and F1 of one page."""
    found, gold = words(found), words("\n".join(gold))
    hits = (found & gold).total()
    excused = ((found - gold) & words("\n".join(neutral))).total()
    counted = found.total() - excused
    precision = hits / counted if counted else 0.0
    recall = hits / gold.total() if gold else 0.0
    f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
    return precision, recall, f1
