"""What leans on hearsay, on one origin or on those with an interest, and documents that nobody used."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.comparing.frames import clash_free, frame, shared
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.accounts.own_word import admitted, is_denied
from foam_graph.findings.sheet.accounts.repeating import passes_on, repeats, tells_as_fact
from foam_graph.findings.sheet.standing.asking import testable
from foam_graph.findings.sheet.standing.evidence import weigh
from foam_graph.findings.sheet.standing.naming import called, names, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, other_case, statements
from foam_graph.findings.sheet.standing.stating import charges
from foam_graph.findings.sheet.testing.sharing import Rarity, rarity_of
from foam_graph.findings.sheet.word_of_one import certain, neighbours, own_paper, parts_in_it, rests_on, told_of

RULE = "leaning"
_PERSONS = (
    r"(?:neighbours?|neighbors?|friends?|colleagues?|callers?|employees?|workers?|members?|residents?|officers?|sources?|persons?"
    r"|man|woman|men|women|people|visitors?|customers?|tenants?|drivers?|parents?|pupils?|students?|nurses?|witness(?:es)?"
    r"|passers?-by|guests?|clerks?|cleaners?|caretakers?|volunteers?|insiders?|relatives?|cousins?|acquaintances?)"
)
_SOMEBODY = r"(?:an?|another|one|some|several|many|two|three|other|unnamed|anonymous)\s(?:[\w-]+\s){0,3}?" + _PERSONS
_HEARSAY = re.compile(
    r"\b(?:is|are|was|were)\s(?:said|reported|rumou?red|alleged|understood|reputed|believed)\sto\shave\b"
    r"|(?<!word was )\b(?:told|informed|assured|mentioned to|said to|confided (?:to|in)|let slip to)\s(?:me|us)\b(?! (?:\w+ )?(?:things?|nothing|to)\b)"
    r"|\bhad (?:told|informed|assured) (?:him|her|them) (?!(?:\w+ )?(?:things?|nothing|to)\b)"
    r"|\bI\s(?:was told|am told|had been told|have been told|gather(?:ed)?)\b(?! (?:to|not to)\b)"
    r"|\b(?:somebody|someone|people|others)\s(?:(?!(?:must|may|might|should|could|would|will|can|to)\b)[\w'’-]+\s){0,4}?(?:told|said to|mentioned to|informed) (?:me|us|him|her|them)\b(?! (?:to|not to)\b)"
    r"|\b(?:I|we)\s(?:have |had )?(?:heard|understand|understood|have it|gather(?:ed)?|learn(?:ed|t))\s(?:it said )?that\b"
    rf"|\b(?:I|we)\s(?:have |had )?(?:heard|understand|understood|have (?:it|this)|learn(?:ed|t))\s(?:it |this |so )?from (?:{_SOMEBODY}|(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?(?-i:[A-Z])[\w'’-]+|(?:my|our|his|her|their|the) (?:[\w-]+ )?(?:{_PERSONS}))\b"
    r"|\b(?:I|we)\s(?:have |had )?heard [^.;]{0,40}?\b(?:had said|said|say|was saying|tell|told)\b"
    r"|\bwe\s(?:were|have been|had been) told (?:that|by|of)\b"
    r"|\b(?:have|has) heard that\b|\b(?:has|have|had) (?:it|this) (?:only )?from (?!(?:the |a |an |my |our |his |her )?(?:[\w-]+ )?(?:clock|log|book|register|record|file|list|minutes|invoice|ledger|meter|plan|map|drawing|wireless|label|scale|table)s?\b)|\bword (?:is|was|has it) that\b|\brumou?rs?\b|\bit (?:is|was) (?:widely |often |generally |commonly )?(?:rumou?red|said|whispered|told|claimed)\b(?: (?:in|on|at|around) [^,.;]{3,30}?)? that\b"
    r"|\bpeople say\b|\bby all accounts\b|\baccording to (?:gossip|rumou?r|hearsay)\b|\bhearsay\b|\b(?:at second hand|second-hand (?:accounts?|knowledge|information|reports?))\b"
    r"|\b(?:somebody|someone)\b[^.;,]{0,40}? told (?-i:[A-Z])[\w'’-]+ that\b"
    rf"|\baccording to {_SOMEBODY}\b"
    rf"|^{_SOMEBODY}\b(?:(?!\b(?:I|we)\b)[^.;]){{0,60}}?\b(?:said|says|told|claimed|claims|reported|mentioned|remembered hearing)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:nobody|no one|none of (?:them|us|you|these)|nothing|never|not) (?:\w+ )?(?:(?:has|have|had|was|were|been|ever|yet|since|else|either|even|so far|(?:at|in|from|of) the \w+) )*(?:told|informed|heard|assured)\b|\b(?:not|never) (?:a|one|any) (?:single )?word\b|\bnothing was (?:said|told)\b",
    re.IGNORECASE,
)
_OWN_MIND = re.compile(
    r"\b(?P<who>he|she|they) (?:\w+ )?(?:told|informed|assured|said to) (?:me|us) (?:\w+ )?(?:that )?(?P=who) (?:\w+ )?(?:does not |do not |did not |would |will |could not |cannot )?"
    r"(?:accepts?|accepted|agrees?|agreed|wants?|wanted|thinks?|thought|believes?|believed|wish(?:es|ed)?|hopes?|hoped|doubts?|doubted|minds?|objects?|intends?|likes?|prefers?)\b"
    # "Mr Kestrel has told me that he will take no part": his own purpose, told under his own name.
    r"|(?:^|[.;] )(?:and |but )?(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? )?(?-i:[A-Z])[\w.'’-]*(?: (?-i:[A-Z])[\w.'’-]*){0,3} (?:has |have |had |then |since |also )*(?:told|informed|assured) (?:me|us) (?:that )?(?:he|she|they) (?:will|would|intends?|intended|means?|meant) ",
    re.IGNORECASE,
)
"""What somebody says that he himself thinks, wants or is going to do, he alone can know."""
_OWN_DUTY = re.compile(
    r"\b(?:I|we) (?:have |had |fully |also |do )?(?:understand|understood|accept|know) that (?:my|our|I|we|this (?:statement|report|paper)|it is (?:my|our))\b",
    re.IGNORECASE,
)
"""What somebody says that he knows of himself: his duty, his instructions, what becomes of his paper."""
_WHY_WRITTEN = re.compile(
    r"\btold (?:that )?[^;.]*, (?:so|and so|therefore) (?:here (?:is|are|comes?|you)|please|I (?:am writing|write|sign|attach|enclose|send|give|put|add)|we (?:are writing|write|sign|attach|enclose|send|give))\b",
    re.IGNORECASE,
)
"""Why a paper is written as it is: its matter is another."""
_NOTICE = re.compile(
    r"\b(?:told|informed|notified) (?:me|us)(?: (?:of|about) (?:it|this|that|the \w+))?(?:,? (?:on|at|in|by|this|that|yesterday|myself|herself|himself|in person|first)\b[^;.]*?)?,? and (?:I|we|it was)\b[^;.]*\b(?:wrote|written|entered|noted|logged|recorded|signed|stamped|put (?:it|that) (?:in|down)|took (?:it|that) down)\b",
    re.IGNORECASE,
)
"""Who received a notice tells of it himself: that he was told is what he knows."""
_TOLD_THAT = re.compile(r"\b(?:told|informed|notified) (?:me|us) (?:\w+ )?that\b", re.IGNORECASE)
_SAID_TO_BE = re.compile(r"\b(?:is|are|was|were) (?:said|reported|alleged|supposed|understood) to\b", re.IGNORECASE)
_OWN_HALF = re.compile(
    r"\b(?:and|but|yet|while|whereas|though|when|as|because)\s(?:when\s|then\s|later\s|at that time\s)?(?:I|we)\s(?:myself\s|ourselves\s|\w+ly\s)?(?!(?:was|were|have been|had been|am|are) told)"
    r"(?:saw|seen|heard|found|was|were|had|[a-z]{3,}ed|sat|stood|took|met|knew|went|came|kept|held|made|read)\b",
    re.IGNORECASE,
)
"""That the writer tells in the other half of a sentence what he lived through."""
_ADMITTED = re.compile(
    r"\byou (?:have |had |also |then |yourself )*(?:told|informed|assured) (?:me|us)\b", re.IGNORECASE
)
"""What the reader of a letter told its writer is that reader's own word."""
_TAKEN = re.compile(
    r"\b(?:council|committee|board|court|panel|tribunal|commission|inquiry|meeting|assembly|jury) (?:has |have |had )?(?:also |then )?heard\b",
    re.IGNORECASE,
)
"""What a body hears is said before it."""
_NO_CONTENT = re.compile(
    r"\b(?:heard|told (?:me|us)|have it|said to me) (?:(?:some|many|certain|other|such|strange|bad|a few|a number of|all sorts of) )?"
    r"(?:things?|stories|talk|a good deal|a great deal|a lot|much|something|enough)\b(?! (?:\w+ )?that (?:the|an?|he|she|it|they|there|my|our|his|her|[A-Z])\b)",
    re.IGNORECASE,
)
"""That something was heard, and not what."""
_UNTOLD = re.compile(
    r"\W*(?:what|whatever|which of|whether)\b(?![^.;]*\b(?:is|was) that\b)[^.;]*\b(?:said|told|heard|claimed)\b[^.;]*"
    r"\b(?:cannot|can not|do not|does not|did not|could not|will not|never)\b",
    re.IGNORECASE,
)
"""That the writer does not know, or does not tell, what was said."""
_DECLINED = re.compile(
    r"\b(?:no (?:\w+ )?(?:views?|opinions?|comments?|findings?|judge?ment|remarks?|position|notice|account)|(?:do|does|did|can|could|will|shall|would|need) (?:not|never)|cannot"
    r"|(?:do|does|did|could|would|wo|ca)n['’]t|refuse[sd]? to|declin(?:e[sd]?|ing) to|without|(?:leave|leaving|left|put|set) (?:aside|open)|nothing) [^.;,]{0,40}?"
    r"\bwhat(?:ever)? (?:(?!(?:and|but|when|while|since)\b)[\w'’-]+ ){0,3}?(?:said|told|alleged|reported|rumou?red|supposed|understood|heard)\b",
    re.IGNORECASE,
)
"""That the writer takes no part in what was said, and does not tell it."""
_TO_READER = re.compile(
    r"\bunderst(?:and|ood) that (?:you\b|[^.;]*\b(?:(?:with|by|from|to|through|under) you\b"
    r"|your (?:polic(?:y|ies)|cover|terms|rules|books?|files?|records?|conditions|contract|scheme|list|practice|procedure)\b))",
    re.IGNORECASE,
)
"""What the reader of a letter knows himself is told him as what the writer takes it to be."""
_UNDERSTANDS = re.compile(r"\b(?:I|we) (?:have |had )?(?:underst(?:and|ood)) that\b", re.IGNORECASE)
_CONTESTED = re.compile(r"[;,] (?:whereas|but|yet|though|although|which is (?:not|false|untrue))\b", re.IGNORECASE)
_CHECKED = re.compile(
    r"\b(?:I|we) (?:have |had )?(?:since |then |later |also )?(?:checked|looked (?:it|this|that) up|verified|confirmed|called|rang|asked|seen|saw)\b[^.]{0,80}?"
    r"\b(?:says?|said|shows?|showed|confirms?|confirmed|does|did|is so|was so|true|right|settled)\b|\bso that is settled\b"
    r"|\b(?:own|official) (?:notice|record|register|log|website|letter|report)s?\b[^.]{0,40}?\b(?:says?|said|shows?|confirms?|confirmed)\b",
    re.IGNORECASE,
)
"""That the writer looked for himself what he had heard, and what it showed."""
_CONTENT = re.compile(
    r"\b(?:said|says|told|informed|assured|claimed|heard|understand|reported|mentioned|gathered|learn(?:ed|t)|rumou?red|rumou?r)\b"
    r"[^,;]{0,60}?\bthat\s(?P<that>.+)$"
    r"|\b(?:is|are|was|were)\s(?:said|reported|rumou?red|alleged|understood|supposed|reputed|believed)\sto\s(?P<to>.+)$",
    re.IGNORECASE,
)
_ORIGIN = re.compile(
    r"^(?i:according to|as (?:stated|reported|told) by)\s(?P<a>(?:the\s)?[^,;]{3,50}?),"
    r"|^(?P<b>(?:the\s)?[A-Z]?[\w .'’-]{2,50}?)\s(?:says?|said|states?|stated|reports?|reported|claims?|claimed|estimates?|estimated"
    r"|told\s[^,;]{2,30})\sthat\s"
    r"|,?\saccording to\s(?P<c>(?:the\s)?[^,;.]{3,50})\.?$",
)
_INTEREST = re.compile(
    r"\b(?:paid for|funded|financed|commissioned|sponsored|bankrolled)\s(?:in (?:part|full) )?by\s"
    r"|\b(?:owns?|holds?|owned|held)\s(?:[\w%]+\s){0,4}?(?:shares|stake|interest)\s(?:in|of)\b"
    r"|\b(?:has|had) a (?:financial|personal|business) interest\b|\b(?:stands|stood) to (?:gain|profit|benefit)\b"
    r"|\bis paid (?:per|for each)\b|\breceives? (?:a )?(?:commission|bonus|fee) (?:for|from|on)\b",
    re.IGNORECASE,
)
_PAID_BY = re.compile(
    r"\b(?:paid for|funded|financed|commissioned|sponsored|bankrolled) by (?P<who>[^,;.]{3,60})", re.IGNORECASE
)
_PAYS = re.compile(r"\b(?:pays?|paid|funds?|funded|financ(?:es|ed)|contribut(?:es|ed)|gives?|gave)\b", re.IGNORECASE)
_RELATED = re.compile(
    r"\bis (?:the|an?) (?:brother|sister|husband|wife|son|daughter|cousin|partner|father|mother|uncle|aunt|nephew|niece"
    r"|business partner|brother-in-law|sister-in-law|shareholder|part-owner|co-owner|paid adviser|consultant) (?:of|to)\b",
    re.IGNORECASE,
)
_VOUCHES = r"(?:says|said|states|stated|certif\w+|inspected|signed|reported|valued|found|confirmed|estimated|testified|wrote|witnessed|measured)"
_ASKED = re.compile(
    r"\b(?:said|told|asked|agreed|resolved|ordered|reminded|requested|suggested) (?:(?:me|us|him|her|them) )?(?:in future )?that (?:the |an? |this |that |no |all |each |every )?(?:[\w'’-]+ ){1,4}?(?:should|shall|must|ought to|is to|are to|was to|were to)\b"
    r"|\b(?:was|were) told (?:\w+ )?(?:to|not to|that (?:[\w'’-]+ ){1,6}?(?:nevertheless |still )?(?:required|necessary|needed|obliged|wanted|due))\b",
    re.IGNORECASE,
)
"""An instruction, a resolution, or what somebody is asked for: nothing that is passed on as a fact."""
_MINUTED = re.compile(
    r"\b(?:minutes|record of (?:the )?(?:meeting|hearing|sitting)|transcript|proceedings|register|log(?: ?book)?|note of (?:the )?(?:hearing|meeting))\b",
    re.IGNORECASE,
)
"""Papers whose job it is to tell what was said."""
_SOURCED = re.compile(
    r"\b(?:it|this|that|so) (?:is|was|has been|had been) (?:said|told|reported|stated|claimed|mentioned|heard|announced)\b"
    r"|\b(?:as|so) (?:we|I|they|the [\w ]{2,30}?) (?:heard|were told|was told|learn(?:ed|t))\b|\b(?:said|told|reported|stated|mentioned|heard) (?:at|in|during) (?:the|a|an|our|its|last)\b"
    r"|^\W*(?:he|she|they|(?:Mr|Mrs|Ms|Dr)\.? [\w'’-]+) (?:said|says|told (?:me|us)|claimed|reported)\b|\bha[ds]? (?:it |heard (?:it |this )?)from\b"
    r"|\baccording to\b|\b(?:as|which) [^,;.]{2,40} (?:says|said|writes|wrote|reports|reported|states|stated|told)\b",
    re.IGNORECASE,
)
"""That a sentence names where it has something from."""
_IN_MEETING = re.compile(
    r"\b(?:said|reported|added|went on to say|stated|explained|replied|answered|observed|remarked|told (?:the )?\w+)\b",
    re.IGNORECASE,
)
_LONGEST = 40
_SAME = 0.5
"""Share of what is passed on that another paper has so that nobody can say it stands alone."""
_NOT_SO = re.compile(r"\b(?:no|not|never|nor|neither|without)\b", re.IGNORECASE)
_FOUND = frozenset(
    {"research", "expert", "statistics", "official_record", "testimony", "unknown", "correspondence", "news"}
)


def findings(file: CaseFile) -> Iterator[Finding]:
    """Hearsay, several documents with one origin, and sources that have an interest.

    Args:
        file: The case file.
    """
    read_ = statements(file)
    rarity = rarity_of(file)
    told = [one for one in read_ if one.standing not in ("rule", "question", "fragment") and not other_case(one, read_)]
    heard: set[str] = set()
    around = neighbours(read_)
    for one in told:
        if (
            (_HEARSAY.search(one.text) or passes_on(one.text))
            and _leaned_on(one.text)
            and not _reported(one)
            and not charges(one)
            and not _DENIED.search(one.text)
            and not is_denied(one.text, one.passage.after)
            and not admitted(one.text)
            and not _CHECKED.search(f"{one.text} {one.passage.after}")
            and one.text.count(" ") <= _LONGEST
        ):
            made = _hearsay(one, told, read_, rarity, *around)
            heard.update(made.sentences)
            yield made
        elif _interested(one, read_):
            yield _interest(one, told)
    yield from certain(read_, heard)
    yield from _origins(told)


def _reported(one: Statement) -> bool:
    """Whether a sentence tells what somebody asked for, or is of a paper that tells what was said before those who wrote it."""
    if _ASKED.search(one.text):
        return True
    minuted = _MINUTED.search(one.document.title) is not None or one.document.title.lower().startswith("minutes")
    return minuted and _IN_MEETING.search(one.text) is not None and re.search(r"\bhearsay\b", one.text) is None


def _leaned_on(text: str) -> bool:
    """Whether a sentence passes on something of which its writer knows no more: a content, not contested, that is not the teller's own mind."""
    if _OWN_MIND.search(text) or _ADMITTED.search(text) or _TAKEN.search(text) or _NO_CONTENT.search(text):
        return False
    if _DECLINED.search(text) or (_TO_READER.search(text) and not _HEARSAY.search(_UNDERSTANDS.sub(" ", text))):
        return False
    if _UNTOLD.match(text) or _OWN_DUTY.search(text) or _WHY_WRITTEN.search(text):
        return False
    if _NOTICE.search(text) and not _TOLD_THAT.search(text):
        return False
    if _SAID_TO_BE.search(text) and _OWN_HALF.search(text):
        return False
    said = re.match(r"it is (?:\w+ )?(?:said|claimed|told)\b", text, re.IGNORECASE)
    return said is None or _CONTESTED.search(text) is None


def unused(file: CaseFile, used_ids: Collection[str]) -> Iterator[Finding]:
    """The documents of which a run used no sentence.

    Args:
        file: What the run read.
        used_ids: Stable ids of the sentences that anybody used.
    """
    for document in file.documents:
        ids = [one.id for one in document.sentences]
        if ids and not any(one in used_ids for one in ids):
            dated = f" ({document.date})" if document.date else ""
            text = f"Nobody used anything of {document.cited}{dated}."
            yield Finding("unused", text, (ids[0],), rule="unused", inputs={"document": document.id})


def _hearsay(
    one: Statement,
    told: list[Statement],
    read_: Statements,
    rarity: Rarity,
    after: dict[str, Statement],
    before: dict[str, Statement],
) -> Finding:
    leans, part = rests_on(one, after, before), parts_in_it(one, read_)
    text = f"{says(one)}. {_standing_of(one.text)}"
    own = own_paper(one, read_)
    if own is not None:
        text += f" Of whoever said it the file has a paper of its own: {called(own)}."
    repeated = [other for other in repeats(one, told) if not _HEARSAY.search(other.text)]
    if not repeated and own is None:
        repeated = [other for other in tells_as_fact(one, told, read_) if not _HEARSAY.search(other.text)]
    sourced = [other for other in repeated if _SOURCED.search(other.text)]
    plain = [other for other in repeated if other not in sourced]
    if plain:
        text += f" It is told as a fact, without a source of its own, in {_quoted(plain)}."
    if sourced:
        text += f" It is told on, with where it was heard, in {_quoted(sourced)}."
    match = _CONTENT.search(one.text)
    content = ((match["that"] or match["to"]) if match else "").strip().rstrip(".")
    evidence = weigh(content, told, read_, one) if content and testable(content) else None
    against: tuple[str, ...] = ()
    if evidence is not None:
        first_hand = [
            fact
            for fact in evidence.for_
            if not passes_on(fact.text) and fact not in repeated and not _HEARSAY.search(fact.text)
        ]
        if evidence.against:
            text += f" Against it: {_quoted(evidence.against)}."
            against = tuple(fact.id for fact in evidence.against)
        elif first_hand:
            text += f" Another document says so itself: {_quoted(first_hand)}."
        elif own is None and not evidence.unclear and not repeated and _alone(content, one, read_, rarity):
            text += " No sentence of another document was found that says so in like words."
    if leans:
        text += f" On this rests: {'; '.join(map(quote, leans))}."
    text += told_of(part)
    ids = tuple(dict.fromkeys(other.id for other in (one, *repeated[:3], *leans, *part)))
    return Finding("leaning", text, ids, rule=RULE, inputs={"leans_on": "hearsay"}, against=against)


def _standing_of(text: str) -> str:
    """What a sentence is that tells nothing at first hand: what somebody else said, or what the writer understands without a source."""
    rest = _UNDERSTANDS.sub(" ", text)
    if rest != text and not _HEARSAY.search(rest) and not passes_on(rest):
        return "This is what the writer understands to be so, without a source that is named."
    return "This is hearsay: the writer passes on what somebody else said."


def _alone(content: str, one: Statement, read_: Statements, rarity: Rarity) -> bool:
    """Whether no other document has half of what is passed on, by words."""
    return not any(
        rarity.shared(content, other.text).share >= _SAME for other in read_ if other.document is not one.document
    )


def _interested(one: Statement, read_: Statements) -> bool:
    """Whether a statement of fact says that a source has an interest."""
    told = one.standing == "fact" and one.passage.source_class in _FOUND and not _NOT_SO.search(one.text)
    return told and (bool(_INTEREST.search(one.text)) or _related(one, read_))


def _related(one: Statement, read_: Statements) -> bool:
    """Whether somebody who wrote one of the documents, or vouches for something in another, is related to somebody."""
    if not _RELATED.search(one.text):
        return False
    named = [word for word in words(one.text[: _RELATED.search(one.text).start()]) if word.name]  # type: ignore[union-attr]
    if not named:
        return False
    last = " ".join(word.text for word in named[-2:])
    wrote = any(last in other.document.author for other in read_ if other.document is not one.document)
    vouch = re.compile(
        rf"\b{re.escape(last)}\b[^.;]{{0,20}}?\b{_VOUCHES}\b|\b(?:signed|inspected|valued|witnessed|certified|measured) by [^.;]{{0,20}}\b{re.escape(last)}\b"
    )
    return wrote or any(vouch.search(other.text) for other in read_ if other.document is not one.document)


def _interest(one: Statement, told: list[Statement]) -> Finding:
    """Who has an interest; where another paper says that the same one pays a part, both, and nothing of an interest is asserted."""
    partly = [other for other in told if other.document is not one.document and _pays_part(one.text, other.text)]
    lead = "On who pays, to be read together" if partly else "Somebody has an interest in the matter"
    more = f" The share: {_quoted(partly)}." if partly else ""
    ids = tuple(dict.fromkeys((one.id, *(other.id for other in partly[:3]))))
    return Finding("leaning", f"{lead}: {says(one)}.{more}", ids, rule=RULE, inputs={"leans_on": "interest"})


def _pays_part(text: str, other: str) -> bool:
    """Whether a sentence gives the share that somebody pays of whom another one only says that he pays."""
    match = _PAID_BY.search(text)
    if match is None or find_quantities(text):
        return False
    payer = {word.key for word in words(match["who"]) if word.name}
    shares = [q for q in find_quantities(other) if q.unit == "percent"]
    return bool(payer and shares and _PAYS.search(other)) and payer <= {word.key for word in words(other)}


def _origins(told: list[Statement]) -> Iterator[Finding]:
    """Statements of several documents that all go back to one and the same source."""
    by_origin: defaultdict[str, list[tuple[Statement, str]]] = defaultdict(list)
    for one in told:
        match = _ORIGIN.search(one.text)
        if match is not None:
            name = (match["a"] or match["b"] or match["c"]).strip()
            key = " ".join(word.key for word in words(name) if not word.function)
            if key and not _HEARSAY.search(one.text):
                by_origin[key].append((one, name))
    for found in by_origin.values():
        for group in _alike([one for one, _ in found]):
            if len({one.document.number for one in group}) > 1:
                name = next(name for one, name in found if one is group[0])
                yield _one_origin(group, name)


def _alike(found: list[Statement]) -> list[list[Statement]]:
    groups: list[list[Statement]] = []
    for one in found:
        for group in groups:
            left, right = frame(read(one.text)), frame(read(group[0].text))
            if len(shared(left, right)) >= 2 and clash_free(left, right):
                group.append(one)
                break
        else:
            groups.append([one])
    return groups


def _one_origin(group: list[Statement], name: str) -> Finding:
    text = f"{says(group[0])}. So also {names(group[1:])}. All of this rests on one source, {name}, and counts once."
    return Finding(
        "leaning", text, tuple(one.id for one in group), rule=RULE, inputs={"leans_on": "one origin", "origin": name}
    )


def _quoted(found: list[Statement]) -> str:
    return "; ".join(f"{called(one)}, {quote(one)}" for one in found[:3])
