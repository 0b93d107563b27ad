"""The check of what a model answered: JSON, the answer model, and only sentences that were offered (protocol 5.3)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from foam_graph.agents.endpoint.answer_schema import KEY, MAX_ITEMS, VALUE, Schema, definition, is_mapping, schema_of
from foam_graph.agents.protocol import CASE, LEFT_OUT, OFFERED, AnswerT
from foam_graph.errors import BadAnswer

_FENCED = re.compile(r"\A\s*```(?:json)?\s*\n(.*)\n\s*```\s*\Z", re.DOTALL)
# They go back to the model in the next prompt; an answer that is wrong throughout could fill it.
_MAX_FAULTS = 10


@dataclass(frozen=True)
class SchemaFault:
    """One reason why an answer does not fit.

    Attributes:
        at: Place in the answer, e.g. ``parts.0.claim``; empty for the whole.
        fault: What is wrong there.
    """

    at: str
    fault: str

    def as_json(self) -> dict[str, str]:
        """The fault as data for the repair prompt."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.at}: {self.fault}" if self.at else self.fault


def check(answer: type[AnswerT], offered: Sequence[str], text: str) -> AnswerT | tuple[SchemaFault, ...]:
    """Checks a model's answer.

    Args:
        answer: The pydantic model that it must fit.
        offered: Sentence ids that it may name.
        text: What the model wrote. One code fence around the JSON is taken off.

    Returns:
        The validated answer, or what is wrong with it, at most ten faults; these may be asked for again.

    Raises:
        BadAnswer: It names a sentence that was not offered. That is never repaired (protocol 2.7).
    """
    try:
        source = schema_of(answer)
        data = _folded(source, _parse(text), source.get("$defs", {}))
        faults = _unknown_and_unoffered(source, data, frozenset(offered))
    except (ValueError, RecursionError) as error:
        return (SchemaFault("", f"the answer is not usable JSON: {str(error)[:200]}"),)
    try:
        value = answer.model_validate(data)
    except ValidationError as error:
        places = ((".".join(map(str, each["loc"])), each["msg"]) for each in error.errors(include_input=False))
        faults += [SchemaFault(at[:200], message[:300]) for at, message in places]
        return tuple(dict.fromkeys(faults))[:_MAX_FAULTS]
    return tuple((faults or _unstorable(data))[:_MAX_FAULTS]) or value


def without_unfit(
    answer: type[AnswerT], offered: Sequence[str], text: str
) -> tuple[AnswerT, tuple[SchemaFault, ...]] | None:
    """What is left of an answer without the items that do not fit, of lists that allow it (``LEFT_OUT``).

    Args:
        answer: The pydantic model that it must fit.
        offered: Sentence ids that it may name.
        text: What the model wrote.

    Returns:
        The rest, validated, and the first fault of each item that is left out, under its place in the whole answer; None
        where something else is wrong.

    Raises:
        BadAnswer: It names a sentence that was not offered.
    """
    lists = {name for name, node in schema_of(answer).get("properties", {}).items() if node.get(LEFT_OUT)}
    try:
        data = _parse(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    places = {name: list(range(len(data[name]))) for name in lists if isinstance(data.get(name), list)}
    told: dict[tuple[str, int], SchemaFault] = {}
    while True:
        found = check(answer, offered, json.dumps(data))
        if not isinstance(found, tuple):
            return found, tuple(told[place] for place in sorted(told))
        unfit: dict[tuple[str, int], str] = {}
        for fault in found:
            name, _, rest = fault.at.partition(".")
            item, _, below = rest.partition(".")
            if name not in places or not item.isdigit():
                return None
            unfit.setdefault((name, int(item)), str(SchemaFault(below, fault.fault)))
        # From the end, so that the places of those before stay as they are.
        for (name, at), why in sorted(unfit.items(), reverse=True):
            del data[name][at]
            place = places[name].pop(at)
            told[name, place] = SchemaFault(f"{name}.{place}", why)


def case_sentences(made: BaseModel) -> Iterator[str]:
    """The short ids of sentences of the case file that an answer names."""
    source = schema_of(type(made))
    for _, finding, named in _findings(source, made.model_dump(), "", source.get("$defs", {})):
        if finding == CASE:
            yield named


def _unstorable(data: object) -> list[SchemaFault]:
    """What JSON can spell, but the graph can neither store nor hash: infinities (1e999) and lone surrogates."""
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except ValueError as error:
        return [SchemaFault("", f"the answer cannot be recorded: {str(error)[:200]}")]
    return []


def _unknown_and_unoffered(source: Schema, data: object, offered: frozenset[str]) -> list[SchemaFault]:
    """What pydantic would let pass; raises BadAnswer for a sentence that was not offered."""
    faults = []
    for at, finding, named in _findings(source, data, "", source.get("$defs", {})):
        if finding == CASE:
            if named not in offered:
                faults.append(SchemaFault(at, f"{named[:20]} is no sentence that you may cite"))
        elif finding != OFFERED:
            faults.append(SchemaFault(at, finding))
        elif named not in offered:
            raise BadAnswer(
                f"the answer names the sentence {named[:80]!r} at {at}, which was not offered",
                "Ask again as a new rollout, or use another model.",
            )
    return faults


def _parse(text: str) -> object:
    fenced = _FENCED.match(text)
    return json.loads(fenced[1] if fenced else text, parse_constant=_no_constant, object_pairs_hook=_no_key_twice)


def _folded(node: Schema, value: Any, definitions: Mapping[str, Schema]) -> Any:
    """The data with every list of keys and values that stands for a mapping turned into that mapping."""
    if "$ref" in node:
        return _folded(definitions[definition(node)], value, definitions)
    for branch in node.get("anyOf") or node.get("oneOf") or ():
        value = _folded(branch, value, definitions)
    if is_mapping(node):
        pairs = _pairs(value)
        if pairs is not None:
            value = _no_key_twice(pairs)
        if isinstance(value, dict):
            return {key: _folded(node["additionalProperties"], item, definitions) for key, item in value.items()}
    elif isinstance(value, dict):
        fields = node.get("properties", {})
        return {name: _folded(fields.get(name, {}), item, definitions) for name, item in value.items()}
    elif isinstance(value, list) and "items" in node:
        return [_folded(node["items"], item, definitions) for item in value]
    return value


def _pairs(value: object) -> list[tuple[str, Any]] | None:
    if not isinstance(value, list):
        return None
    fitting = [item for item in value if isinstance(item, dict) and item.keys() == {KEY, VALUE}]
    pairs = [(item[KEY], item[VALUE]) for item in fitting if isinstance(item[KEY], str)]
    return pairs if len(pairs) == len(value) else None


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has the same key twice")
    return found


def _findings(node: Schema, value: Any, at: str, definitions: Mapping[str, Schema]) -> Iterator[tuple[str, str, str]]:
    """Walks data along its schema: places of sentence ids (finding ``OFFERED``), unknown keys, overlong lists."""
    if "$ref" in node:
        yield from _findings(definitions[definition(node)], value, at, definitions)
    elif marker := next((name for name in (OFFERED, CASE) if node.get(name)), ""):
        if isinstance(value, str):
            yield at, marker, value
    elif branches := node.get("anyOf") or node.get("oneOf"):
        for branch in _fitting(branches, value, definitions):
            yield from _findings(branch, value, at, definitions)
    elif isinstance(value, dict) and is_mapping(node):
        for key, item in value.items():
            yield from _findings(node.get("propertyNames", {}), key, at, definitions)
            yield from _findings(node["additionalProperties"], item, f"{at}.{key[:60]}".lstrip("."), definitions)
    elif isinstance(value, dict) and "properties" in node:
        yield from _object_findings(node, value, at, definitions)
    elif isinstance(value, list) and "items" in node:
        if len(value) > MAX_ITEMS and "maxItems" not in node:
            yield at, f"a list of {len(value)} items is too long: at most {MAX_ITEMS}", ""
        if (node["items"].get(OFFERED) or node["items"].get(CASE)) and len(set(map(str, value))) < len(value):
            yield at, "the same sentence is named twice", ""
        for place, item in enumerate(value):
            yield from _findings(node["items"], item, f"{at}.{place}".lstrip("."), definitions)


def _object_findings(
    node: Schema, value: dict[str, Any], at: str, definitions: Mapping[str, Schema]
) -> Iterator[tuple[str, str, str]]:
    for name, item in value.items():
        field = node["properties"].get(name)
        if field is None:
            yield at, f"unknown field {name[:60]!r}", ""
        else:
            yield from _findings(field, item, f"{at}.{name}".lstrip("."), definitions)


def _fitting(branches: list[Schema], value: Any, definitions: Mapping[str, Schema]) -> list[Schema]:
    """The branches of a union that the value can belong to, told apart by type and by fields with fixed values."""
    resolved = [definitions[definition(branch)] if "$ref" in branch else branch for branch in branches]
    return [branch for branch in resolved if _may_be(branch, value)]


def _may_be(branch: Schema, value: Any) -> bool:
    kinds = {"object": dict, "array": list, "string": str}
    kind = kinds.get(str(branch.get("type")))
    if kind is not None and not isinstance(value, kind):
        return False
    if not isinstance(value, dict):
        return True
    fixed = {name: field["const"] for name, field in branch.get("properties", {}).items() if "const" in field}
    return all(value.get(name, const) == const for name, const in fixed.items())
