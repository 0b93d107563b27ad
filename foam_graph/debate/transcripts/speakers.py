"""Who speaks, for which side, in which part of a debate: words by which transcripts say so, English and Chinese."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from foam_graph.debate.transcripts.transcript import FREE, Side

_PRO = re.compile(
    r"^(?:pro(?:position|ponents?)?|affirmative|aff|government|gov|for|1ac|2ac|1ar|2ar|supporting)\b|正方|持方正|正一|正二|正三|正四|甲方",
    re.IGNORECASE,
)
_CON = re.compile(
    r"^(?:con(?:tra)?|opposition|opp|opponents?|negative|neg|against|1nc|2nc|1nr|2nr|opposing)\b|反方|反一|反二|反三|反四|乙方",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^(?P<side>[PpCc])\s?\d{1,2}$")
_LEADS = re.compile(
    r"^(?:the\s)?(?:moderator|chair(?:man|woman|person)?|host|mc|presenter|announcer|timekeeper|judges?|adjudicators?|"
    r"audience|narrator|staff)\b|^(?:主席|主持人?|评委|评审|计时|观众|旁白)",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"^(?:both|all|everybody|everyone|crosstalk|众人|双方|齐声)$", re.IGNORECASE)
_JOINED = re.compile(r"\s*(?:[/&+,;、]|\band\b|与|和)\s*", re.IGNORECASE)
_BRACKETED = re.compile(r"\([^)]*\)")
_INSIDE = re.compile(r"\(([^)]*)\)")
_ABOUT = re.compile(
    r"^[\s(\[（【]*(?:applause|laughter|bell(?: rings)?|music|silence|crosstalk|inaudible|time(?:'s up| is up)?|"
    r"掌声|笑声|铃声|时间到|谢谢(?:主席|大家|各位)?)[\s)\]）】.。!！]*$",
    re.IGNORECASE,
)
_STAGES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        (FREE, r"free[\s-]?(?:debate|discussion)|crossfire|open floor|自由辩论?|自由發言|自由发言"),
        ("cross-examination", r"cross[\s-]?exam|questions?|质询|质辩|盘问|攻辩|interrogation"),
        ("opening", r"opening|constructive|first speech|立论|开篇|陈词|开场"),
        ("rebuttal", r"rebuttal|refutation|second speech|驳论|反驳|驳"),
        ("summary", r"summary|小结"),
        ("closing", r"closing|conclusion|final (?:focus|speech)|结辩|总结"),
    )
)


def side_of(label: str) -> Side:
    """The side that a label names: ``PRO``, ``Affirmative 2``, ``反方一辩``; empty where it names none."""
    told = unicodedata.normalize("NFKC", label).strip()
    numbered = _NUMBERED.match(told)
    if numbered:
        return "pro" if numbered["side"].casefold() == "p" else "con"
    pro, con = _PRO.search(told), _CON.search(told)
    if bool(pro) == bool(con):
        return ""
    return "pro" if pro else "con"


def several(label: str, known: Collection[str] = ()) -> bool:
    """Whether a label names more than one speaker: ``Ann (Pro) / Bo (Con)``, ``Pro 1 and Con 2``, ``Both``.

    Args:
        label: The label.
        known: Names of speakers.
    """
    told = unicodedata.normalize("NFKC", label).strip()
    if _TOGETHER.match(told):
        return True
    parts = [part.strip() for part in _JOINED.split(told) if part.strip()]
    return len(parts) > 1 and all(_names(part, known) for part in parts)


def _names(part: str, known: Collection[str]) -> bool:
    bare = _BRACKETED.sub("", part).strip()
    return bare in known or bool(side_of(part)) or any(side_of(one) for one in _INSIDE.findall(part))


def leads(label: str) -> bool:
    """Whether a label names somebody who leads, judges or watches the debate."""
    return bool(_LEADS.match(unicodedata.normalize("NFKC", label).strip()))


def about_the_occasion(text: str) -> bool:
    """Whether a text is a note on what happened in the room: applause, a bell, thanks alone."""
    return bool(_ABOUT.match(text.strip()))


def stage_of(label: str) -> str:
    """The part of a debate that a heading names; empty for none."""
    return next((name for name, pattern in _STAGES if pattern.search(label)), "")


def language_of(text: str) -> str:
    """``zh`` where most letters are Chinese characters, ``en`` where few are, else ``mixed``; empty without letters."""
    letters = [one for one in text[:20_000] if one.isalpha()]
    if not letters:
        return ""
    share = sum(1 for one in letters if "\u4e00" <= one <= "\u9fff") / len(letters)
    return "zh" if share > 0.6 else "mixed" if share > 0.1 else "en"
