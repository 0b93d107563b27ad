"""Claims wider than what is offered for them: from one case to all, from a few who were asked, from a small base."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from foam_graph.findings.debate.logic.connectives import CONCLUDING
from foam_graph.findings.debate.logic.coverage import figures
from foam_graph.findings.debate.logic.standing import Line, before, shared, stems
from foam_graph.findings.debate.logic.suspicion import Suspicion, cited
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.scope import narrow_words, wide_words
from foam_graph.findings.language.words import words

_FEW = 30
"""People asked, below which a share of them says nothing of all."""
_SMALL = 10
"""Cases, up to which a growth in percent or by a factor says little."""
_RULE = re.compile(
    r"\b(?:should|must|ought|shall|law|act|bill|permit|exempt\w*|definition|section|right|we (?:ask|propose|would|want)|let)\b",
    re.I,
)
_AHEAD = re.compile(r"\b(?:will|would|can|could|may|might|should|must|if|whether)\b", re.IGNORECASE)
_MET = re.compile(
    r"\b(?:I|we|my|our|his|her)\b.{0,60}?\b(?:met|visited|spoke|talked|lunch|know|knew|friend|cousin|brother|sister|uncle|aunt"
    r"|neighbou?r|mother|father|daughter|son|told me|told us)\b",
    re.IGNORECASE,
)
_ONE = re.compile(r"^(?:one|a single|my|last \w+,? an?) (?!of\b)[\w’'-]+", re.IGNORECASE)
_KNOWN = re.compile(
    r"\b(?:one|two|three|a|the) [\w’'-]+ (?:that|whom|who) (?:I|we) (?:know|knew|met|saw)\b", re.IGNORECASE
)
_ONCE = re.compile(
    r"\b(?:once|yesterday|(?:days?|weeks?|months?|years?) ago|last (?:year|week|month|summer|winter|spring|autumn|night)"
    r"|lost|went|came|fell|broke|stole|burnt|hurt)\b",
    re.IGNORECASE,
)
"""What tells of one occasion, also where the verb has one form for all times."""
_KIND = re.compile(
    r"^(?:(?!(?:these|those|the|our|my|your|his|her|its|their|this|such|some|many|most|several|few|two|three|four|five|let|us|yes|as|is|was)\b)"
    r"[\w’'-]+ )?(?!(?:this|us|as|is|was|its|his|yes|perhaps|always|does|has)\b)[A-Za-z’'-]{3,}(?<!s)s (?:as such |simply |just |really )?"
    r"(?:are|have|do|can(?:not|['’]t)?|will|always|never|make|kill|destroy|ruin|drive|cost|bring|find|want|lose|get|fail|work|leave|turn|become"
    r"|cause|need|take|hurt|harm|help|go|like|hate|love|think|buy|sell|lie|cheat|maim|burn|injure|attract|draw|end|save|protect|create|produce"
    r"|raise|lower|mind|suffer|obey|ignore|respect|behave|show|pay|spend|waste)\b"
)
_WHENEVER = re.compile(
    r"\b(?:whenever|wherever|as such|by nature|in general|the (?:young|old|poor|rich) (?:are|do|will|cannot))\b",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"^(?:(?:that|this|it|which) (?:shows|proves|tells us|means|teaches us) (?:us )?(?:that )?)", re.IGNORECASE
)
_PARTS = re.compile(r"^(?:these|those|they|we|you|others|ours)\b", re.IGNORECASE)
_STATED = re.compile(
    r"\b(?:report|reports|reported|found|finds|counted|according to|study|studies|survey|as \w+ (?:says|said|shows)|because)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    rf"\b(?P<few>{NUMBER})\s(?:\w+\s){{0,3}}?(?:people|persons?|residents?|workers?|parents?|pupils?|students?|members?|islanders?"
    r"|customers?|patients?|teachers?|nurses?|owners?|companies|firms?|voters?|\w+ers)\s"
    r"(?:(?:to|with)\s)?(?:who|whom|that|which)\s(?:(?:we|I|they|it)\s)?(?:had\s|have\s|has\s)?"
    r"(?:answered|replied|responded|met|asked|interviewed|surveyed|filled|returned|spoke|took part|were asked|called|phoned|questioned|polled)",
    re.IGNORECASE,
)
_SHARE = re.compile(
    rf"\b(?:{NUMBER})\s(?:percent|per cent|%)|\b(?:{NUMBER})\s?%|\b(?:{NUMBER})\s(?:out of(?: the)?|in|of the|of)\s(?:{NUMBER})\b"
    r"|\bmost\b|\ball\b|\bevery one of\b|\beach of\b|\b(?:half|two thirds|three quarters|nine tenths) of\b",
    re.I,
)
_GROWTH = re.compile(
    rf"\b(?P<percent>{NUMBER})\s?(?:percent|per cent|%)|\b(?P<times>doubled|tripled|trebled|quadrupled|halved|by half|by a third|in half)\b",
    re.I,
)
_MOVES = re.compile(
    r"\b(?:rose|risen|rises?|rising|grew|grown|growth|increas\w+|climb\w*|jump\w*|up by|fell|fallen|falls?|drop\w*|declin\w+"
    r"|doubled|tripled|trebled|quadrupled|halved)\b",
    re.IGNORECASE,
)
_FROM_TO = (
    re.compile(rf"\b(?:from|was|were)\b.*$|\b(?:{NUMBER})\s?(?:percent|per cent|%)", re.IGNORECASE),
    re.compile(rf"\bfrom (?P<first>{NUMBER}) to (?P<last>{NUMBER})\b", re.IGNORECASE),
)
_PERIOD = re.compile(
    r"\b(?:in|during|on|over) (?:the|its|their|our|that) (?:(?:one|single) )?(?:(?:best|busiest|fullest|strongest|warmest|hottest|coldest|quietest|worst"
    r"|lowest|highest|peak|first) (?:[\w’']+ ){0,3}?(?:day|night|hour|week|month|season|weekend|quarter|year|eve)\b|(?:day|night|week) (?:on|in) which (?:we|I|they) "
    r"(?:counted|measured|looked|asked))",
    re.IGNORECASE,
)
_WHERE_ASKED = re.compile(
    r"\b(?:of those|of the (?:people|persons|passengers|guests|members|visitors))(?: whom| who| that)? (?:we|I|they) (?:asked|met|spoke to|surveyed)"
    r" (?:in|at|on|outside|inside) ",
    re.IGNORECASE,
)
_RECEIVED = re.compile(
    rf"\b(?:received|got|had|counted|collected) (?:only |just )?(?P<few>{NUMBER})(?: in all| altogether| of them)?[.;,!]?\s*$",
    re.IGNORECASE,
)
_LETTERS = re.compile(
    rf"\b(?:received|got|had|counted|collected|read) (?:only |just )?(?P<few>{NUMBER}) (?:letters|answers|replies|calls|mails|messages|cards|notes)\b",
    re.IGNORECASE,
)
_OWN_POLL = re.compile(
    r"\b(?:poll|survey|vote|questionnaire|inquiry) (?:among|of|in|by) (?:the |our |its |their |his |her )?(?:own )?(?:\w+ )?(?:members|readers|customers|supporters"
    r"|employees|donors|followers|listeners|subscribers)\b",
    re.IGNORECASE,
)
_NOT_ONE = re.compile(r"\b(?:not a single|not one|nobody|none)\b", re.IGNORECASE)
_FEW_COUNTED = re.compile(
    r"\b(?:there (?:was|were|had been)|from) (?:only |just )?(?:one|two|three|four|five|six)\b[^.]{0,60}?\b(?:two|three|four|five|six|seven|eight|nine|ten)\b",
    re.IGNORECASE,
)
_DRAWN = re.compile(
    r"\b(?:count on|settles|proves|shows|clearly|speaks for itself|no doubt|the (?:whole )?(?:town|city|country|island|people)|everywhere|every (?:day|year)"
    r"|a year|per year|normal|usual|always|that is (?:how|what)|so (?:the|we|it)|therefore|will)\b",
    re.IGNORECASE,
)
_OF_ASKED = re.compile(
    rf"\b(?:{NUMBER})\s?(?:percent|per cent|%)\s(?:of\s)?(?:the\s|those\s|all\s)?(?:\w+\s)?(?:who|respondents|participants|answers|replies"
    r"|people asked|people we asked)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?:answers?|replies|replied|respondents|participants|took part|asked|filled|returned|forms?|surveyed)\b", re.I
)
_SETTLES = re.compile(
    r"\b(?:tells (?:you|us)|have spoken|settles|proves|shows|surely|clearly|speaks for itself|no doubt|the country|everywhere)\b",
    re.I,
)


def overreaches(lines: Sequence[Line]) -> Iterator[Suspicion]:
    """Statements about all, directly after a single case and with nothing else beside it.

    Args:
        lines: The sentences of one side.
    """
    for line in lines:
        general = () if wide_words(line.text) else _general(line.text)
        wide = wide_words(line.text) or general
        if not wide or not line.own or _RULE.search(line.text) or find_quantities(line.text) or read(line.text).past:
            continue
        if narrow_words(line.text) or _STATED.search(line.text):
            continue
        case = next((one for one in before(line, lines, 2) if _single(one)), None)
        if case is not None and general and (_counts(case.text) or not _same_kind(general[0], case)):
            continue
        if case is None or not shared(stems(line.text), stems(case.text)) or _pointed(line, wide):
            continue
        why = f"{cited(case)} is one case; {cited(line)} speaks of all, and nothing else is offered for that."
        yield Suspicion("overgeneralisation", line, line.text.strip(), (case,), why)


def _general(text: str) -> tuple[str, ...]:
    """The bare plural, or the "whenever", by which a sentence without "all" speaks of a whole kind; empty where it has none."""
    body = _SHOWN.sub("", CONCLUDING.sub("", text, count=1), count=1)
    found = _KIND.match(body) or _WHENEVER.search(body)
    return (found[0],) if found and not _PARTS.match(body) else ()


def _counts(text: str) -> bool:
    """Whether a sentence tells more than a handful, or a measure of something."""
    return any(value > _SMALL for _, value in figures(text)) or ("%" in text or "percent" in text)


def _same_kind(general: str, case: Line) -> bool:
    """Whether what is said of a kind is drawn from one of it: the kind is named in the case, or the word is no kind at all."""
    return bool(_WHENEVER.fullmatch(general)) or bool(shared(stems(general), stems(case.text)))


def _single(line: Line) -> bool:
    """Whether a sentence tells what happened in one named place or to one person."""
    if not line.own or wide_words(line.text) or _AHEAD.search(line.text):
        return False
    if not (read(line.text).past or _KNOWN.search(line.text) or _ONCE.search(line.text)):
        return False
    told = _MET.search(line.text) or _ONE.search(line.text) or _KNOWN.search(line.text)
    return bool(told) or any(word.name for word in words(line.text))


def _pointed(line: Line, wide: Sequence[str]) -> bool:
    """Whether what "all" counts was named before ("all of them", "all three")."""
    return bool(
        re.search(
            r"\b(?:all|every|each|none|nobody|never)\b (?:of )?(?:them|these|those|this|that|us|(?:the )?(?:two|three|four|five))\b",
            line.text,
            re.I,
        )
    ) or not any(wide)


def selections(lines: Sequence[Line]) -> Iterator[Suspicion]:
    """Shares of a handful who were asked, and growth from a handful of cases.

    Args:
        lines: The sentences of one side.
    """
    for number, line in enumerate(lines):
        if not line.own:
            continue
        asked = _ASKED.search(line.text)
        few = number_value(asked["few"]) if asked else None
        following = lines[number + 1] if number + 1 < len(lines) and lines[number + 1].turn == line.turn else None
        if few is None and following is not None and _OF_ASKED.search(line.text):
            told = [value for _, value in figures(following.text) if value <= _FEW]
            few = (
                told[0] if len(told) == len(figures(following.text)) == 1 and _COUNTED.search(following.text) else None
            )
            if few is not None:
                why = f"{cited(line)} tells a share of those who answered as if it spoke for all; {cited(following)} shows how few."
                yield Suspicion("selective_quantification", line, line.text.strip(), (following,), why)
                continue
        if chosen := _chosen(line, following):
            yield Suspicion("selective_quantification", line, line.text.strip(), (), chosen)
        elif few is not None and 1 < few <= _FEW and _SHARE.search(line.text) and _told_of_all(line, following):
            rest = (following,) if following and _told_of_all(following, None) else ()
            why = f"{cited(line)} tells a share of the few who were asked as if it spoke for all."
            yield Suspicion("selective_quantification", line, line.text.strip(), rest, why)
        elif base := _small_base(line, lines):
            why = f"{cited(line)} tells a growth without its base, which {cited(base)} shows to be a handful."
            yield Suspicion("selective_quantification", line, line.text.strip(), (base,), why)


def _chosen(line: Line, following: Line | None) -> str:
    """Why a figure of a sentence was chosen, where it says so itself and something general is drawn from it; else empty."""
    if not (figures(line.text) or _NOT_ONE.search(line.text)) or not _drawn(line, following):
        return ""
    if _PERIOD.search(line.text):
        return f"{cited(line)} takes a chosen time for the usual one."
    if _WHERE_ASKED.search(line.text) and _SHARE.search(line.text):
        return (
            f"{cited(line)} tells a share of people who were asked where one answer was likely, as if it spoke for all."
        )
    if _OWN_POLL.search(line.text) and _SHARE.search(line.text):
        return f"{cited(line)} tells a share of one circle as if it spoke for all."
    received = _RECEIVED.search(line.text) or _LETTERS.search(line.text)
    few = number_value(received["few"]) if received else None
    if few is not None and few <= _FEW and _SHARE.search(line.text):
        return f"{cited(line)} tells a share of a handful as if it spoke for all."
    return ""


def _drawn(line: Line, following: Line | None) -> bool:
    return bool(
        _DRAWN.search(line.text) or _RECEIVED.search(line.text) or (following and _DRAWN.search(following.text))
    )


def _told_of_all(line: Line, following: Line | None) -> bool:
    """Whether a sentence, or the next one, draws something general."""
    if (
        _SETTLES.search(line.text)
        or CONCLUDING.match(line.text)
        or re.search(r",\sas\s|,\sso\s|\bbecause\b|,\s(?:for|since)\s", line.text)
    ):
        return True
    return following is not None and _told_of_all(following, None)


def _small_base(line: Line, lines: Sequence[Line]) -> Line | None:
    """The sentence that tells the counts behind a growth, where these are a handful."""
    growth = _GROWTH.search(line.text)
    if growth is None or not _MOVES.search(line.text):
        return None
    grown = number_value(growth["percent"]) if growth["percent"] else Decimal(100)
    if grown is None or grown < 50:
        return None
    near = [one for one in lines if one.turn == line.turn and one.place in (line.place, line.place + 1)]
    if handful := next((one for one in near if _FEW_COUNTED.search(one.text)), None):
        return handful
    told = [value for text, value in figures(_FROM_TO[0].sub("", line.text)) if not (value > 1500 and len(text) == 4)]
    if (inner := _FROM_TO[1].search(line.text)) and not told:
        ends = [number_value(inner[name]) for name in ("first", "last")]
        if all(one is not None and one <= _SMALL for one in ends):
            return line
    for other in lines:
        if other.name == line.name or abs(other.turn - line.turn) > 0:
            continue
        counts = [value for text, value in figures(other.text) if not (value > 1500 and len(text) == 4)]
        named = shared(line.keys, other.keys)
        if len(counts) >= 2 and max(counts) <= _SMALL and named:
            return other
    return None
