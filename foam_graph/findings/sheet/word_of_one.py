"""What a paper holds to be certain on the word of one person, and what the file says of that person's part in the matter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import MONTHS
from foam_graph.findings.language.wording import unmarked
from foam_graph.findings.language.words import function_words
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements

_SURE = re.compile(
    r"\b(?:it is|it has been|it was|this is|this has been|that is) (?:\w+ )?(?:certain|established|proved|proven|clear|plain|undisputed|settled|a (?:known |proven |plain )?fact|known|common knowledge|beyond (?:any |all )?(?:doubt|question|dispute))\b"
    r"|\bthere (?:can be|is) no (?:doubt|question|dispute)\b|\b(?:regard|treat|take|consider|hold)s? (?:it |this |that |the [\w ]{2,40} )?(?:as |to be )(?:proved|proven|established|certain|settled|a fact)\b"
    r"|\bwithout (?:any |a )?doubt\b|\bbeyond (?:any |all )?(?:doubt|question|dispute)\b|\bnobody can doubt\b|\bit is (?:a )?fact that\b",
    re.IGNORECASE,
)
_NOT_SURE = re.compile(
    r"\b(?:not|never|hardly|far from|nor|no means) (?:\w+ )?(?:certain|established|proved|proven|clear|settled|known)\b|\?$",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:told|informed|assured|has it from|have it from|has this from|have this from|heard (?:this|it)|said so|says so|saw it|saw this|swears?|swore|reported (?:this|it)|confirmed (?:this|it) to)\b",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\b(?:I|we) (?:\w+ )?(?:saw|measured|counted|checked|found|inspected|examined|tested)\b", re.IGNORECASE
)
_POINTS = re.compile(
    r"\b(?:told|informed|assured) (?:me|us|him|her|them|(?:our|my|the|his|her) [\w ]{2,25}?) (?:so|this|of (?:it|this)|that(?=[.,;]|$))(?=[\s.,;]|$)(?! \w+ (?:was|were|is|are|had|has))"
    r"|\b(?:has|have|had) (?:this|it|that)(?: \w+){0,2} from\b|\bsaw (?:it|this)\b|\bsa(?:ys|id) so\b|\bheard (?:it|this)\b|^\W*(?:this|that) (?:has been|was|is) (?:told|established|reported|said)\b",
    re.IGNORECASE,
)
"""That the told matter is that of the sentence before."""
_WHERE_FROM = re.compile(
    r"\b(?:where|whom|what|who|how) (?:he|she|they|it|(?-i:[A-Z])\w+) (?:has|have|had|got|gets|heard|learnt|learned) (?:this|it|that)(?: from)?\b|\bfrom where (?:he|she|they)\b[^,;.]*",
    re.IGNORECASE,
)
"""That the teller's own source is not known: that points to nothing before it."""
_OF_HIMSELF = re.compile(
    r"^\W*(?:I|my|we) (?:\w+ )?(?:never|did not|didn['’]t|do not|don['’]t|was not|wasn['’]t|have not|haven['’]t|am|was)\b",
    re.IGNORECASE,
)
"""What the writer says of himself leans on nobody."""
_SAYS_ITSELF = re.compile(
    r"\W*(?:(?:as|according to)\b[^;.]{3,100},\s\w|(?:[^;.]|\.(?=\s?\d))*\bwho (?:has|have|had) (?:it|this) from\b[^;.,]*(?:,|that\b)\s\w)",
    re.IGNORECASE,
)
"""That a sentence has what it passes on in its own words ("as we heard from him, who has it from her, the shop is sold")."""
_NAME = re.compile(r"\b(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?(?P<name>[A-Z][\w'’-]{2,}(?: [A-Z][\w'’-]{2,})?)")
_NO_NAME = frozenset(
    [
        *(name.title() for name in MONTHS),
        *(f"{day}day" for day in ("Mon", "Tues", "Wednes", "Thurs", "Fri", "Satur", "Sun")),
    ]
)
_PART = re.compile(
    r"\b(?:has|have|had|gets?|got|receives?|received|earns?|is promised|was promised|is owed) [^.;]{0,40}?\b(?:share|part|fifth|tenth|third|quarter|half|per ?cent|commission|bonus|stake|fee|interest)\b"
    r"|\b(?:must|would have to|has to|shall|will have to) (?:bear|pay|cover|make good|answer for|compensate)\b"
    r"|\b(?:is|are|was|were) (?:\w+ )?(?:bidding|competing|negotiating|tendering|suing)\b|\b(?:salesman|saleswoman|sales agent|competitor|rival|shareholder|part-owner|co-owner|owner|landlord|creditor|heir)\b"
    r"|\b(?:wants?|wanted|hopes?|hoped|wish(?:es|ed)?|offers?|offered|tried|asked) to (?:buy|sell|take over|rent|lease|get|have)\b|\b(?:offer|bid|tender) for\b|\breadier to sell\b|\bsell (?:it )?to me\b"
    r"|\bis (?:the|a|his|her|my|our|its) (?:brother|sister|husband|wife|son|daughter|cousin|partner|father|mother|uncle|aunt|nephew|niece|brother-in-law|sister-in-law|employee|agent|coach|adviser)\b"
    r"|\b(?:stands?|stood) to (?:gain|lose|profit|benefit)\b|\bquarrel(?:led)? with\b|\bfell out with\b|\bdismissed by\b",
    re.IGNORECASE,
)
_HE = re.compile(r"\b(?:he|she|him|his|her|it|its)\b", re.IGNORECASE)
_FROM = re.compile(r"^\W*from\W+(?P<who>.+)$", re.IGNORECASE)
_FAR = 2
_ORDINAL = re.compile(
    r"^\W*(?:(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final)(?:ly)?|next|now|then|\(?(?:\d{1,2}|[a-z]|[ivx]+)[.)])\s*[,:.–—-]?\s+",
    re.IGNORECASE,
)
"""How a point of a letter begins."""
_VERBAL = re.compile(
    r"\b(?:am|is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must|I|we|he|she|they|it|you|who|nobody|somebody)\b|n['’]t\b",
    re.IGNORECASE,
)
_HEADED = 5
"""So many words a heading has at most."""
RULE = "leaning"


def rests_on(one: Statement, after: Mapping[str, Statement], before: Mapping[str, Statement]) -> list[Statement]:
    """The sentences beside hearsay that lean on it: what it points back to, and what holds it to be certain.

    Args:
        one: The sentence that passes something on.
        after: The next sentence of each sentence, by id.
        before: The sentence before each sentence, by id.
    """
    found: list[Statement] = []
    ahead = before.get(one.id)
    points = _POINTS.search(_WHERE_FROM.sub(" ", one.text)) and not _SAYS_ITSELF.match(one.text)
    own = ahead is not None and _OF_HIMSELF.match(ahead.text) is not None
    if (
        ahead is not None
        and ahead.standing not in ("question", "rule", "fragment")
        and points
        and not own
        and not heads(ahead)
    ):
        found.append(ahead)
    follows = after.get(one.id)
    for _ in range(_FAR):
        if follows is not None and _sure(follows):
            found.append(follows)
        follows = after.get(follows.id) if follows is not None else None
    return found


def heads(one: Statement) -> bool:
    """Whether a sentence only names what is told behind it, as a heading does ("Second, the fence."): nothing is said in it that could rest on anything.

    Args:
        one: The sentence.
    """
    rest = _ORDINAL.sub("", one.text.strip(), count=1)
    if rest == one.text.strip() and not rest.endswith(":"):
        return False
    few = len(rest.split()) <= _HEADED
    return few and not _VERBAL.search(rest) and not any(clause.past for clause in one.clauses)


def neighbours(read: Statements) -> tuple[dict[str, Statement], dict[str, Statement]]:
    """The next sentence and the one before of every sentence in its document, by id.

    Args:
        read: The statements of a file.
    """
    pairs = [(one, two) for one, two in zip(read.all, read.all[1:], strict=False) if one.document is two.document]
    return {one.id: two for one, two in pairs}, {two.id: one for one, two in pairs}


def _sure(one: Statement) -> bool:
    return bool(_SURE.search(one.text)) and not _NOT_SURE.search(one.text) and one.standing not in ("question", "rule")


def certain(read: Statements, known: set[str]) -> Iterator[Finding]:
    """Sentences that hold something to be certain, where the next or the same one shows that somebody told it.

    Args:
        read: The statements of a file.
        known: Ids of sentences that are told as hearsay already.
    """
    after, _ = neighbours(read)
    for one in read:
        if not _sure(one) or one.id in known:
            continue
        follows = after.get(one.id)
        teller = one if _teller(one) else follows if follows is not None and _teller(follows) else None
        if teller is None or teller.id in known or _OWN.search(f"{one.text} {teller.text}"):
            continue
        part = parts_in_it(teller, read)
        text = f"{says(one)}. What is given for it is what one person said: {quote(teller)}." if teller is not one else (
            f"{says(one)}. What is given for it is what one side said."
        )  # fmt: skip
        ids = tuple(dict.fromkeys((one.id, teller.id, *(two.id for two in part))))
        yield Finding("leaning", text + told_of(part), ids, rule=RULE, inputs={"leans_on": "one person's word"})


def _teller(one: Statement) -> bool:
    return bool(_TOLD.search(one.text)) and bool(_names(one.text)) and one.standing not in ("question", "rule")


def _names(text: str) -> list[str]:
    """The last parts of the names in a text, those that only begin a sentence left out."""
    found = []
    for match in _NAME.finditer(text):
        parts = [
            part for part in match["name"].split() if part not in _NO_NAME and part.lower() not in function_words()
        ]
        if parts:
            found.append(parts[-1].removesuffix("'s").removesuffix("’s"))
    return found


_SAYS = re.compile(
    r"\b(?:told|tells?|informed|assured|sa(?:id|ys)|claim(?:s|ed)|sw(?:ears?|ore)|reported|confirmed|mentioned|wrote|let slip|passed on|saw it|saw this)\b",
    re.IGNORECASE,
)
_WORD_OF = re.compile(
    r"\b(?:from|by|according to|word of|on the word of|account of|heard|assurance of|statement of)\s(?=(?:(?:my|our|his|her|their|the|a|an|one) (?:[\w-]+ ){0,4}?)?(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?(?-i:[A-Z]))",
    re.IGNORECASE,
)
_TOLD_US = re.compile(
    r"\W*(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?(?:[A-Z][\w-]+ )*(?P<name>[A-Z][\w-]{3,})(?!['’\w])(?: [^;.]*?)? (?:has |have |had )?(?:told|assured|informed) (?:me|us)\b"
)
"""A sentence whose subject is the one who told it."""
_BY_SOMEBODY = re.compile(
    r"\b(?:letter|mail|e-mail|statement|answer|reply|note|testimony|interview|submission|figures)\b", re.IGNORECASE
)
"""Titles of papers that somebody wrote for himself: a name in such a title is the writer's, unless "to", "on" or "about" stands before it."""
_TO_SOMEBODY = re.compile(r"\b(?:to|on|about|for|against|concerning|re)\s[^,;(]*", re.IGNORECASE)
_CLAUSE = re.compile(r"[;:]\s|\b(?:that|and that|but)\s")


def _tellers(text: str) -> list[str]:
    """The last parts of the names of those who told something: before the verb of telling, or behind "from" and the like.

    Whom the told matter is about is no teller: "Mr Sato told me that Corbin never came".
    """
    found: list[str] = []
    for match in _SAYS.finditer(text):
        found += _names(_CLAUSE.split(text[: match.start()])[-1])
    for match in _WORD_OF.finditer(text):
        rest = text[match.end() :]
        name = _NAME.search(rest)
        found += _names(rest[: name.end()])[:1] if name is not None else []
    return list(dict.fromkeys(found))


def own_paper(teller: Statement, read: Statements) -> Statement | None:
    """The first sentence of a paper that whoever told something wrote himself; None where the file has none.

    Args:
        teller: The sentence that passes on what was told.
        read: The statements of the file.
    """
    match = _TOLD_US.match(teller.text)
    if match is None or match["name"].lower() in read.background:
        return None
    name = re.compile(rf"\b{re.escape(match['name'])}\b", re.IGNORECASE)
    for one in read:
        title = one.document.title
        titled = _TO_SOMEBODY.sub(" ", title) if _BY_SOMEBODY.search(title) else ""
        if one.document is not teller.document and name.search(f"{_writer(one, read)} {titled}"):
            return one
    return None


def _writer(one: Statement, read: Statements) -> str:
    """Who wrote a sentence; of a last line that names the writer what stands before its comma, for it may go on about somebody else."""
    return one.writer or read.writers[one.document.number].partition(",")[0]


def parts_in_it(teller: Statement, read: Statements) -> list[Statement]:
    """What other papers say of the part that those have in the matter whose word is passed on.

    Args:
        teller: The sentence that passes it on.
        read: The statements of the file.
    """
    names = {name for name in _tellers(teller.text) if name.lower() not in read.background}
    found: list[Statement] = []
    near = ""
    writer = ""
    for one in read:
        sender = _FROM.match(unmarked(one.text).strip("*_ "))
        writer = sender["who"] if sender is not None else writer if near == one.document.id else ""
        before, near = one.passage.before if near == one.document.id else "", one.document.id
        if (
            one.document is teller.document
            or not _PART.search(one.text)
            or one.standing in ("question", "rule", "fragment")
        ):
            continue
        own = any(re.search(rf"\b{re.escape(name)}\b", one.text) for name in names)
        pointed = any(re.search(rf"\b{re.escape(name)}\b", before) for name in names) and _HE.search(one.text)
        wrote = any(re.search(rf"\b{re.escape(name)}\b", f"{writer} {one.document.author}") for name in names)
        if own or pointed or (wrote and re.search(r"\b(?:I|me|my|we|us|our)\b", one.text)):
            found.append(one)
    return found[:2]


def told_of(found: Sequence[Statement]) -> str:
    """What the file says of who told it, as a sentence; empty where nothing was found.

    Args:
        found: The sentences, see ``parts_in_it``.
    """
    if not found:
        return ""
    told = "; ".join(f"{called(one)}, {quote(one)}" for one in found)
    return f" {opened('of whoever said it the file also has')}: {told}."
