"""Evidence that somebody in the run does not admit: a part that has other evidence is not to need it.

What one perspective argues decides for all, and a source that one of them refuses makes the whole part conditional for it,
also where the part cites it for company only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from foam_graph.agents.tasks.arguments import ArgumentOut, PartOut, RecordOut
from foam_graph.casefile.case_file import CaseFile
from foam_graph.reasoning.arguments.speaker import barred
from foam_graph.reasoning.perspectives.library import Perspective


def refused_by_some(perspectives: Iterable[Perspective], file: CaseFile, dated: str) -> list[int]:
    """Numbers of the documents that at least one perspective does not admit, in order.

    Args:
        perspectives: Those of the run.
        file: The case file.
        dated: ISO 8601 date against which the age of sources counts.
    """
    return sorted({number for one in perspectives for number in barred(one, file, dated)})


def admission_faults(found: ArgumentOut, refused: Collection[int]) -> list[str]:
    """Parts that need a source which somebody refuses although they have others.

    Args:
        found: The argument.
        refused: Numbers of documents that somebody does not admit.
    """
    place = f"{found.issue}={found.outcome}"
    return [f"{place}.{part.component}: {fault}" for part in found.parts for fault in _faults(part, refused)]


def without_company(found: ArgumentOut, documents: Mapping[str, Collection[int]]) -> ArgumentOut:
    """An argument whose parts do not rest on findings that bring in documents which the part does not cite.

    A finding falls with any of its sentences. One that draws on more than the part needs, beside records that show the
    point, would take the point with it, for whoever refuses one of its sources or where one of its sentences falls.

    Args:
        found: The argument.
        documents: Finding to the numbers of the documents that it rests on.
    """
    parts = [_without_company(part, documents) for part in found.parts]
    return found if parts == found.parts else found.model_copy(update={"parts": parts})


def _without_company(part: PartOut, documents: Mapping[str, Collection[int]]) -> PartOut:
    own = {n for one in part.records if one.stands == "for" for n in _documents(one)}
    if not own:
        return part
    kept = [one for one in part.premises if own.issuperset(documents.get(one, ()))]
    return part if kept == part.premises else part.model_copy(update={"premises": kept})


def _faults(part: PartOut, refused: Collection[int]) -> Iterator[str]:
    needed = [one for one in part.records if one.stands == "for" and not one.any_of]
    others = any(_documents(one).isdisjoint(refused) for one in part.records if one.stands == "for")
    for one in needed:
        bad = sorted(_documents(one) & set(refused))
        told = f"“{one.tag}” needs document {', '.join(map(str, bad))}, which not everybody admits"
        if bad and len(bad) < len(_documents(one)):
            yield f"{told}, beside others: give it a record of its own in an any_of group with theirs, or leave it out"
        elif bad and others:
            yield f"{told}, although other records show the part: put it and one of them into one any_of group, or leave it out"


def _documents(record: RecordOut) -> set[int]:
    return {int(one.partition(".")[0]) for one in record.sentences}
