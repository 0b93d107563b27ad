"""Quotations made from true text: faithful ones in other typography, and alterations of every kind that turn meaning.

Nothing here knows the validator's rules. Each maker takes a random source, a passage and the other passages, and gives
a quotation, or None where the passage offers nothing to change. The tests drive the same makers through Hypothesis.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

Maker = Callable[[Random, str, Sequence[str]], str | None]

NEGATIONS = re.compile(
    r"(?<![\w-])(?:not|no|never|nor|neither|none|nothing|without|cannot)(?![\w-])|n't\b", re.IGNORECASE
)
AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|will|would|can|could|shall|should|may|might|must|has|have|had|do|does|did)\b"
)
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
NUMBER_WORDS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "twelve",
    "twenty",
    "thirty",
    "hundred",
    "thousand",
    "million",
    "first",
    "second",
    "third",
    "half",
]
QUANTIFIERS = {"all": "some", "some": "all", "every": "no", "many": "few", "few": "many", "most": "some", "always": "seldom",
               "more": "less", "less": "more", "before": "after", "after": "before", "increase": "decrease", "above": "below",
               "shall": "may", "may": "shall", "must": "may", "should": "could", "and": "or", "or": "and", "with": "without"}  # fmt: skip
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
UNITS = {"feet": "metres", "miles": "kilometres", "pounds": "dollars", "dollars": "euros", "percent": "per mille", "years": "months",
         "months": "weeks", "days": "hours", "inches": "feet", "degrees": "radians", "million": "billion"}  # fmt: skip
STRANGE = ["zebra", "turbine", "glacier", "violin", "harvest", "quartz"]
INVENTED = (
    "which every later inquiry has confirmed without a single exception", "although the committee never agreed to it",
    "as the minister himself admitted in the spring", "and nobody has disputed this since",
)  # fmt: skip


def _words(text: str) -> list[str]:
    return text.split()


def _replaced(text: str, found: re.Match[str], new: str) -> str:
    return text[: found.start()] + new + text[found.end() :]


def _inner(words: list[str]) -> range:
    return range(2, len(words) - 2)


# --- faithful: the same words -----------------------------------------------------------------------------------------


def verbatim(rng: Random, text: str, others: Sequence[str]) -> str | None:
    return text


def cut(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = text.split(" ")
    if len(words) < 8:
        return None
    size = rng.randint(5, len(words) - 1)
    start = rng.randint(0, len(words) - size)
    return " ".join(words[start : start + size])


def rewrapped(rng: Random, text: str, others: Sequence[str]) -> str | None:
    return textwrap.fill(" ".join(_words(text)), rng.randint(20, 70), break_long_words=False)


def hyphenated(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = list(re.finditer(r"\b[a-z]{6,}\b", text))
    if not found:
        return None
    word = rng.choice(found)
    at = word.start() + rng.randint(2, len(word.group()) - 3)
    return f"{text[:at]}-\n{text[at:]}"


def curly(rng: Random, text: str, others: Sequence[str]) -> str | None:
    return (
        re.sub(r'"([^"]*)"', "“\\1”", text)
        .replace("'", "’")
        .replace("--", rng.choice(["—", " — ", "–", "--"]) if "--" in text else "--")
    )


def ligatures(rng: Random, text: str, others: Sequence[str]) -> str | None:
    return text.replace("ffi", "ﬃ").replace("fi", "ﬁ").replace("fl", "ﬂ")


def invisible(rng: Random, text: str, others: Sequence[str]) -> str | None:
    at = sorted(rng.sample(range(1, len(text)), min(4, len(text) - 1)), reverse=True)
    for place in at:
        text = text[:place] + rng.choice("\u00ad\u200b\u200c\ufeff\u2060\u200e") + text[place:]
    return text


def blanks(rng: Random, text: str, others: Sequence[str]) -> str | None:
    return "".join(rng.choice([" ", "  ", "\u00a0", "\u2009", "\t", "\n"]) if one == " " else one for one in text)


def decomposed(rng: Random, text: str, others: Sequence[str]) -> str | None:
    return unicodedata.normalize("NFD", text)


def enclosed(rng: Random, text: str, others: Sequence[str]) -> str | None:
    left, right = rng.choice(["“”", '""', "«»", "‘’", "„“"])
    return f"{left}{text}{right}"


def joined(rng: Random, text: str, others: Sequence[str]) -> str | None:
    chosen = [text, *rng.sample(list(others), min(len(others), rng.randint(1, 3)))]
    rng.shuffle(chosen)
    return " /.../ ".join(chosen)


def elided(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    if len(words) < 14:
        return None
    first = rng.randint(4, len(words) // 2 - 1)
    second = rng.randint(first + 3, len(words) - 3)
    mark = rng.choice(["...", "…", "[...]", "[…]", ". . .", "(...)"])
    return " ".join([*words[:first], mark, *words[second:]])


MARKS_OF_OMISSION = ["...", "…", "[...]", "[…]", ". . .", "(...)", "* * *", "....", "[. . .]"]


def elided_to_few(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    if len(words) < 14:
        return None
    return " ".join([*words[: rng.randint(1, 5)], rng.choice(MARKS_OF_OMISSION), *words[-rng.randint(1, 4) :]])


def elided_often(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    if len(words) < 25:
        return None
    # Even positions begin an omission, odd ones end it; each piece that is kept has two words or more.
    cuts = sorted(rng.sample(range(3, len(words) - 3), 2 * rng.randint(2, 3)))
    if any(after - before < 2 for before, after in pairwise(cuts)):
        return None
    kept = words[: cuts[0]]
    for begun, ended in zip(cuts[1::2], [*cuts[2::2], len(words)], strict=True):
        kept += [rng.choice(MARKS_OF_OMISSION), *words[begun:ended]]
    return " ".join(kept)


def elided_recased(rng: Random, text: str, others: Sequence[str]) -> str | None:
    quote = elided(rng, text, others)
    if quote is None or not quote[0].isalpha() or quote.split()[0].isupper():
        return None
    return rng.choice([f"[{quote[0].swapcase()}]", quote[0].swapcase()]) + quote[1:]


def elided_at_the_end(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    if len(words) < 8:
        return None
    return " ".join(words[: rng.randint(5, len(words) - 1)]) + rng.choice([" ...", "…", " […]", " . . . ."])


def elided_with_dashes(rng: Random, text: str, others: Sequence[str]) -> str | None:
    quote = elided(rng, text, others)
    return None if quote is None else re.sub(r"(?<=[a-z]) (?:\[\.\.\.\]|\[…\]|…) (?=[a-z])", "—[…]—", quote)


def capitals(rng: Random, text: str, others: Sequence[str]) -> str | None:
    if not text[0].isalpha():
        return text.upper() if text != text.upper() else None
    made = [text.upper(), text[:1].swapcase() + text[1:], f"[{text[:1].swapcase()}]{text[1:]}"]
    # A heading may be in capitals already.
    return rng.choice([one for one in made if one != text])


def less_punctuation(rng: Random, text: str, others: Sequence[str]) -> str | None:
    return re.sub(r"(?<=[a-z])[,;](?= )", "", text) if re.search(r"(?<=[a-z])[,;](?= )", text) else None


# --- altered: other words ---------------------------------------------------------------------------------------------


def negation_inserted(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = list(AUXILIARY.finditer(text))
    if found and rng.random() < 0.7:
        at = rng.choice(found)
        return _replaced(text, at, at.group() + rng.choice([" not", " never", "n't", " no longer", " hardly"]))
    words = _words(text)
    place = rng.randint(1, len(words) - 1)
    return " ".join([*words[:place], rng.choice(["not", "never", "no"]), *words[place:]])


def negation_removed(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = list(NEGATIONS.finditer(text))
    if not found:
        return None
    at = rng.choice(found)
    new = {"cannot": "can", "without": "with", "nothing": "something", "none": "all", "neither": "either", "nor": "or"}
    return re.sub(r"  +", " ", _replaced(text, at, new.get(at.group().lower(), ""))).strip()


def negation_elided(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    found = [n for n in _inner(words) if NEGATIONS.fullmatch(words[n])]
    if not found:
        return None
    n = rng.choice(found)
    return " ".join([*words[:n], rng.choice(["...", "…", "[...]", "[…]"]), *words[n + 1 :]])


def longer_negation_elided(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    found = [n for n in range(6, len(words) - 4) if NEGATIONS.fullmatch(words[n])]
    if not found:
        return None
    n = rng.choice(found)
    back = rng.randint(1, 4)
    return " ".join([*words[: n - back], "...", *words[n + 1 :]])


def prefix_added(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = list(re.finditer(r"\b[a-z]{5,}\b", text))
    if not found:
        return None
    at = rng.choice(found)
    return _replaced(text, at, rng.choice(["un", "non-", "in", "dis", "anti-"]) + at.group())


def prefix_removed(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = list(re.finditer(r"\b(?:un|in|im|dis|non-?)(?=[a-z]{4,})", text))
    return _replaced(text, rng.choice(found), "") if found else None


def number_changed(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = list(NUMBER.finditer(text))
    if not found:
        return None
    at = rng.choice(found)
    n = rng.choice([n for n, one in enumerate(at.group()) if one.isdigit()])
    new = at.group()[:n] + rng.choice([d for d in "0123456789" if d != at.group()[n]]) + at.group()[n + 1 :]
    return _replaced(text, at, new)


def point_moved(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = [m for m in NUMBER.finditer(text) if "." in m.group() or len(m.group()) > 1]
    if not found:
        return None
    at = rng.choice(found)
    digits = at.group().replace(".", "").replace(",", "")
    choices = [digits[:n] + "." + digits[n:] for n in range(len(digits))] + ([digits] if "." in at.group() else [])
    new = rng.choice([c for c in choices if c != at.group()])
    return _replaced(text, at, new)


def number_inserted(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    place = rng.randint(1, len(words) - 1)
    return " ".join([*words[:place], str(rng.randint(2, 99)), *words[place:]])


def number_word_changed(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = list(re.finditer(rf"\b(?:{'|'.join(NUMBER_WORDS)})\b", text))
    if not found:
        return None
    at = rng.choice(found)
    return _replaced(text, at, rng.choice([word for word in NUMBER_WORDS if word != at.group()]))


def sign_changed(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = list(re.finditer(r"(?<!\w)(?:[$€£−+±<>]|-(?=\d))|(?<=\d)\s?[%°]", text))
    if found and rng.random() < 0.5:
        at = rng.choice(found)
        return _replaced(text, at, rng.choice(["", "€", "≥"]) if at.group() != "€" else "")
    numbers = list(NUMBER.finditer(text))
    if not numbers:
        return None
    at = rng.choice(numbers)
    before = text[at.start() - 1 : at.start()]
    new = rng.choice(
        [at.group() + "%", "$" + at.group(), "±" + at.group()] + (["-" + at.group()] if before == " " else [])
    )
    return _replaced(text, at, new) if text[at.end() : at.end() + 1] != "%" else None


def unit_changed(rng: Random, text: str, others: Sequence[str]) -> str | None:
    table = {**UNITS, **{month: MONTHS[n - 5] for n, month in enumerate(MONTHS) if month != "May"}}
    found = list(re.finditer(rf"\b(?:{'|'.join(table)})\b", text))
    if not found:
        return None
    at = rng.choice(found)
    return _replaced(text, at, table[at.group()])


def name_swapped(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = list(re.finditer(r"(?<=[a-z,] )[A-Z][a-z]{2,}", text))
    names = sorted({name for other in others for name in re.findall(r"(?<=[a-z,] )[A-Z][a-z]{2,}", other)})
    if not found or not names:
        return None
    at, new = rng.choice(found), rng.choice(names)
    return _replaced(text, at, new) if new != at.group() else None


def word_replaced(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    place = rng.randrange(len(words))
    pool = [word for other in list(others)[:20] for word in _words(other) if len(word) > 3] or STRANGE
    new = rng.choice([rng.choice(pool), rng.choice(STRANGE)])
    if re.sub(r"\W", "", new).lower() == re.sub(r"\W", "", words[place]).lower():
        return None
    return " ".join([*words[:place], new, *words[place + 1 :]])


def opposite(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = list(re.finditer(rf"\b(?:{'|'.join(QUANTIFIERS)})\b", text))
    if not found:
        return None
    at = rng.choice(found)
    return _replaced(text, at, QUANTIFIERS[at.group()])


def word_inserted(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    place = rng.randint(1, len(words) - 1)
    return " ".join(
        [*words[:place], rng.choice([*STRANGE, "only", "allegedly", "nearly", "[the State]", "(sic)"]), *words[place:]]
    )


def word_removed(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    inner = [
        n
        for n in _inner(words)
        if len(re.sub(r"\W", "", words[n])) > 3 and words[n] not in (words[n - 1], words[n + 1])
    ]
    if not inner:
        return None
    place = rng.choice(inner)
    return " ".join([*words[:place], *words[place + 1 :]])


def misspelt(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = list(re.finditer(r"\b[a-z]{5,}\b", text))
    if not found:
        return None
    at = rng.choice(found)
    n = rng.randrange(1, len(at.group()) - 1)
    letter = rng.choice([one for one in "aeiourstln" if one != at.group()[n]])
    return _replaced(text, at, at.group()[:n] + letter + at.group()[n + 1 :])


def shuffled(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    new = rng.sample(words, len(words))
    return " ".join(new) if new != words else None


def neighbours_swapped(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    pairs = [
        n
        for n in range(len(words) - 1)
        if re.search(r"\w", words[n])
        and re.search(r"\w", words[n + 1])
        and words[n].lower().strip(",.;") != words[n + 1].lower().strip(",.;")
    ]
    if not pairs:
        return None
    n = rng.choice(pairs)
    words[n], words[n + 1] = words[n + 1], words[n]
    return " ".join(words)


def tail_invented(rng: Random, text: str, others: Sequence[str]) -> str | None:
    words = _words(text)
    return " ".join([*words[: max(4, len(words) * 7 // 10)], rng.choice(INVENTED)]) + "."


def head_invented(rng: Random, text: str, others: Sequence[str]) -> str | None:
    return f"{rng.choice(INVENTED).capitalize()}, {text[:1].lower()}{text[1:]}"


def spliced(rng: Random, text: str, others: Sequence[str]) -> str | None:
    one, two = _words(text), _words(rng.choice(list(others)))
    if len(one) < 8 or len(two) < 8:
        return None
    return " ".join([*one[: len(one) // 2], rng.choice(["", "...", "and"]), *two[len(two) // 2 :]]).replace("  ", " ")


def forged_join(rng: Random, text: str, others: Sequence[str]) -> str | None:
    one, two = _words(text), _words(rng.choice(list(others)))
    if len(one) < 8 or len(two) < 8:
        return None
    mark = rng.choice([*MARKS_OF_OMISSION, "/.../"])
    return " ".join([*one[: rng.randint(3, 5)], mark, *two[-rng.randint(4, 6) :]])


def forged_letter(rng: Random, text: str, others: Sequence[str]) -> str | None:
    first = re.match(r"[A-Za-z][a-z]+", text)
    pool = [word for other in others for word in re.findall(r"\b[a-z]{3,}\b", other)]
    if first is None or not pool:
        return None
    new = rng.choice(pool)
    if new == first.group().lower():
        return None
    return f"[{new[0]}]{new[1:]}{text[first.end() :]}"


def homoglyph(rng: Random, text: str, others: Sequence[str]) -> str | None:
    found = list(re.finditer(r"[aeopcx]", text))
    if not found:
        return None
    at = rng.choice(found)
    return _replaced(text, at, {"a": "а", "e": "е", "o": "о", "p": "р", "c": "с", "x": "х"}[at.group()])


EXACT: dict[str, Maker] = {
    "verbatim": verbatim, "cut": cut, "rewrapped": rewrapped, "hyphenated": hyphenated, "curly quotes": curly,
    "ligatures": ligatures, "invisible characters": invisible, "blanks": blanks, "decomposed": decomposed,
    "enclosed": enclosed, "joined": joined,
}  # fmt: skip
"""Makers of quotations that are exact."""
ELIDED: dict[str, Maker] = {
    "elided": elided, "elided to few words": elided_to_few, "elided often": elided_often,
    "elided, first letter recased": elided_recased, "elided at the end": elided_at_the_end,
    "elided with dashes": elided_with_dashes,
}  # fmt: skip
"""Makers of quotations with an omission marked."""
PARTIAL: dict[str, Maker] = {"capitals": capitals, "less punctuation": less_punctuation}
"""Makers of quotations in which only case or punctuation differs."""
ALTERED: dict[str, Maker] = {
    "negation inserted": negation_inserted, "negation removed": negation_removed, "negation elided": negation_elided,
    "longer negation elided": longer_negation_elided, "prefix added": prefix_added, "prefix removed": prefix_removed,
    "number changed": number_changed, "point moved": point_moved, "number inserted": number_inserted,
    "number word changed": number_word_changed, "sign changed": sign_changed, "unit or month changed": unit_changed,
    "name swapped": name_swapped, "word replaced": word_replaced, "opposite": opposite, "word inserted": word_inserted,
    "word removed": word_removed, "misspelt": misspelt, "shuffled": shuffled, "neighbours swapped": neighbours_swapped,
    "tail invented": tail_invented, "head invented": head_invented, "spliced": spliced, "forged join": forged_join,
    "forged letter": forged_letter, "homoglyph": homoglyph,
}  # fmt: skip
"""Makers of quotations that say something else than their source."""
