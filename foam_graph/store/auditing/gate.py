"""What an auditor's own Cypher must be before it is run: a plain question to the graph (protocol 9.2).

A READ session stops writes, but not LOAD CSV, SHOW, procedures or TERMINATE TRANSACTIONS. So a statement is first read
as text (for what a plan does not show), then explained, and every operator of its plan must be one that only reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from foam_graph.errors import UsageError
from foam_graph.store.auditing.gate_expressions import check_expressions

MOST_TEXT = 20_000
"""Characters of a statement."""
_DEEPEST = 100
"""Brackets within brackets; parsers recurse."""

OPERATORS = frozenset(["AllNodesScan", "NodeByLabelScan", "UnionNodeByLabelsScan", "IntersectionNodeByLabelsScan", "SubtractionNodeByLabelsScan", "PartitionedAllNodesScan", "PartitionedNodeByLabelScan", "PartitionedUnionNodeByLabelsScan", "PartitionedIntersectionNodeByLabelsScan", "PartitionedSubtractionNodeByLabelsScan", "NodeByIdSeek", "NodeByElementIdSeek", "NodeIndexSeek", "NodeUniqueIndexSeek", "NodeIndexSeekByRange", "NodeUniqueIndexSeekByRange", "NodeIndexScan", "NodeIndexContainsScan", "NodeIndexEndsWithScan", "MultiNodeIndexSeek", "PartitionedNodeIndexSeek", "PartitionedNodeIndexScan", "PartitionedNodeIndexSeekByRange", "DirectedRelationshipByIdSeek", "UndirectedRelationshipByIdSeek", "DirectedRelationshipByElementIdSeek", "UndirectedRelationshipByElementIdSeek", "DirectedRelationshipTypeScan", "UndirectedRelationshipTypeScan", "DirectedAllRelationshipsScan", "UndirectedAllRelationshipsScan", "DirectedUnionRelationshipTypesScan", "UndirectedUnionRelationshipTypesScan", "DirectedRelationshipIndexSeek", "UndirectedRelationshipIndexSeek", "DirectedRelationshipIndexSeekByRange", "UndirectedRelationshipIndexSeekByRange", "DirectedRelationshipIndexScan", "UndirectedRelationshipIndexScan", "DirectedRelationshipIndexContainsScan", "UndirectedRelationshipIndexContainsScan", "DirectedRelationshipIndexEndsWithScan", "UndirectedRelationshipIndexEndsWithScan", "DynamicLabelNodeLookup", "DynamicDirectedRelationshipTypeLookup", "DynamicUndirectedRelationshipTypeLookup", "NodeCountFromCountStore", "RelationshipCountFromCountStore", "Expand", "OptionalExpand", "VarLengthExpand", "PruningVarLengthExpand", "BFSPruningVarLengthExpand", "Repeat", "BidirectionalRepeat", "RepeatOptions", "PathPropagatingBFS", "NullifyMetadata", "ShortestPath", "AllShortestPaths", "StatefulShortestPath", "Anti", "Filter", "CacheProperties", "Projection", "ProduceResults", "ProduceResult", "Limit", "Skip", "Sort", "PartialSort", "Top", "PartialTop", "Top1WithTies", "Distinct", "OrderedDistinct", "EagerAggregation", "OrderedAggregation", "Aggregation", "Eager", "Argument", "EmptyRow", "Unwind", "PartitionedUnwind", "Optional", "CartesianProduct", "Apply", "SemiApply", "AntiSemiApply", "LetSemiApply", "LetAntiSemiApply", "SelectOrSemiApply", "SelectOrAntiSemiApply", "LetSelectOrSemiApply", "LetSelectOrAntiSemiApply", "RollUpApply", "ConditionalApply", "AntiConditionalApply", "Union", "OrderedUnion", "NodeHashJoin", "ValueHashJoin", "NodeLeftOuterHashJoin", "NodeRightOuterHashJoin", "NodeLeftOuterJoin", "NodeRightOuterJoin", "AssertSameNode", "AssertSameRelationship", "TriadicSelection", "TriadicBuild", "TriadicFilter"])  # fmt: skip
"""Operators of the planner that only read the graph; what is not here is refused, whatever a later version adds."""
PROCEDURES = frozenset({
    "db.labels", "db.relationshipTypes", "db.propertyKeys", "db.schema.nodeTypeProperties", "db.schema.relTypeProperties",
    "db.schema.visualization", "db.index.fulltext.queryNodes", "db.index.fulltext.queryRelationships",
})  # fmt: skip
"""Procedures that an auditor may call: they tell the shape of the graph, or search it."""
_NAMESPACES = frozenset({"date", "datetime", "localdatetime", "localtime", "time", "duration", "point", "vector"})
"""Namespaces of built-in functions; any other dotted function is a plugin's, and may run statements of its own."""

_TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n\r]*|/\*.*?\*/)
      | (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
      | (?P<name>`(?:[^`]|``)*`|[^\W\d]\w*)
      | (?P<number>\d\w*)
      | (?P<mark>.)""",
    re.VERBOSE | re.DOTALL,
)
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")


def check_text(text: str, params: Mapping[str, Any] | None = None) -> None:
    """Holds a statement's text against what its plan would not show.

    Args:
        text: One statement.
        params: Its parameters.

    Raises:
        UsageError: Empty, too long or too deep; more than one statement; an escape that another reader may decode to
            other words; EXPLAIN or PROFILE; a function of a plugin; an expression that cannot be stopped.
    """
    if not text.strip():
        raise UsageError("the statement is empty", "Give one Cypher statement that reads.")
    if len(text) > MOST_TEXT:
        raise UsageError(f"the statement has {len(text):,} characters", f"Give at most {MOST_TEXT:,}; use parameters.")
    if re.search(r"\\u", text, re.IGNORECASE):
        # Cypher decodes these before it reads anything else: what stands here is not what would run.
        raise UsageError("the statement has a \\u escape", "Write the character itself, or give it as a parameter.")
    tokens = [(str(match.lastgroup), match[0]) for match in _TOKEN.finditer(text) if match.lastgroup != "blank"]
    _check_marks(tokens)
    if tokens and tokens[0][1].upper() in ("EXPLAIN", "PROFILE"):
        raise UsageError(f"the statement begins with {tokens[0][1]}", "Leave it out.")
    for name in _called(tokens):
        namespace = name.rpartition(".")[0].casefold()
        if namespace and namespace.split(".")[0] not in _NAMESPACES and name not in PROCEDURES:
            raise UsageError(
                f"the statement calls {name[:80]}", "Use built-in functions, and the procedures of the manual."
            )
    check_expressions(tokens, params or {})


def _check_marks(tokens: list[tuple[str, str]]) -> None:
    depth = 0
    for place, (kind, mark) in enumerate(tokens):
        if kind != "mark":
            continue
        if mark == ";" and any(k != "mark" or t != ";" for k, t in tokens[place + 1 :]):
            raise UsageError("there is more than one statement", "Give one at a time.")
        if mark in "'\"`":
            raise UsageError(f"the statement has a {mark} that is not closed", "Close it.")
        depth += (mark in _OPEN) - (mark in _CLOSE)
        if depth > _DEEPEST:
            raise UsageError(f"the statement has brackets more than {_DEEPEST} deep", "Make it flatter.")


def _called(tokens: list[tuple[str, str]]) -> Iterator[str]:
    """Dotted names with a bracket after them, and names after CALL."""
    place = 0
    while place < len(tokens):
        kind, token = tokens[place]
        if kind != "name":
            place += 1
            continue
        parts, end = [_bare(token)], place + 1
        while end + 1 < len(tokens) and tokens[end][1] == "." and tokens[end + 1][0] == "name":
            parts.append(_bare(tokens[end + 1][1]))
            end += 2
        bracket = end < len(tokens) and tokens[end][1] == "("
        named = place > 0 and tokens[place - 1][1].upper() == "CALL"
        if len(parts) > 1 and (bracket or named):
            yield ".".join(parts)
        place = end


def _bare(name: str) -> str:
    return name[1:-1].replace("``", "`") if name.startswith("`") else name


def check_plan(query_type: str, plan: Mapping[str, Any]) -> None:
    """Holds an explained statement against what an auditor's may do.

    Args:
        query_type: As the server states it: ``r`` reads.
        plan: The server's plan.

    Raises:
        UsageError: It writes, or an operator or procedure of it is not one that only reads the graph.
    """
    if query_type != "r":
        kind = {"rw": "reads and writes", "w": "writes", "s": "changes or shows the server's own settings"}
        raise UsageError(f"the statement {kind.get(query_type, 'does not only read')}", "Give one that only reads.")
    for step in _steps(plan):
        operator = re.sub(r"\(.*|@.*", "", str(step.get("operatorType", "")))
        details = str((step.get("args") or {}).get("Details", ""))
        if operator == "ProcedureCall":
            called = details.split("(", 1)[0].strip()
            if called not in PROCEDURES:
                raise UsageError(
                    f"the statement calls the procedure {called[:80]}", f"Use one of {', '.join(sorted(PROCEDURES))}."
                )
        elif operator not in OPERATORS:
            raise UsageError(f"the statement needs {operator[:80]}", "Give one that only reads nodes and edges.")


def _steps(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    waiting = [plan]
    while waiting:
        step = waiting.pop()
        yield step
        waiting.extend(step.get("children") or ())
