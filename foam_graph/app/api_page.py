"""The reference page of the Python API, made from what ``foam_graph`` exports: its signatures and docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from types import MappingProxyType

from foam_graph.app.graph_item import GraphItem
from foam_graph.app.result import Result

PATH = "docs/reference/python-api.md"
_SECTIONS = ("Args", "Returns", "Raises", "Yields", "Attributes")
_INTRO = """# The Python API

<!-- Generated from the signatures and docstrings by `foam schema --write`; do not edit. -->

```python
import foam_graph as fg

with fg.open() as foam:
    foam.load("documents", corpus="case")
    run = foam.ask("Should we?", corpus="case", template="policy-memo", perspectives=["liberty", "order"])
    print(run.position.synthesis)
```

**What is promised.** The names on this page, the parameters of what is called and the fields of what is returned follow
[semantic versioning](https://semver.org): within a major version none of them goes, changes its meaning or becomes
required; new ones may come. (Before 1.0.0 a minor version may break them; the changelog says so.) The JSON of a result is
the JSON of the verb with `--json`. Whatever else the package holds is its own, and may change with any release.

`import foam_graph` is cheap: a name is imported when it is first asked for. Results are frozen. `as_json()` of a result is
plain data; a notebook shows it as a table. What is a node of the graph equals whatever names the same node, and has
`to_prov()` (a document of the package `prov`) and `to_rdflib()`. Lists are tuples with `to_dataframe()`, which needs
pandas: `pip install 'foam-graph[dataframe]'`. Every error is a `FoamError`, with a message, a hint, and `as_json()`.
"""


def api_page() -> str:
    """The page: the entrance, what can be asked, what comes back, what is handed in, errors."""
    package = import_module("foam_graph")
    names = [name for name in package.__all__ if not name.startswith("_")]
    groups: dict[str, list[str]] = {title: [] for title in ("The entrance", "Results", "What is handed in", "Errors")}
    for name in names:
        groups[_group(name, getattr(package, name))].append(_entry(name, getattr(package, name)))
    parts = [_INTRO]
    for title, entries in groups.items():
        parts.append("\n".join([f"## {title}\n", *entries]))
    return "\n".join(parts).rstrip() + "\n"


def _group(name: str, value: object) -> str:
    if name in ("open", "Foam", "Run", "Corpus"):
        return "The entrance"
    if isinstance(value, type) and issubclass(value, Exception):
        return "Errors"
    returned = name == "Listing" or (isinstance(value, type) and issubclass(value, Result))
    return "Results" if returned else "What is handed in"


def _entry(name: str, value: object) -> str:
    if inspect.isfunction(value):
        return f"### {name}\n\n{_called(name, value)}"
    if not isinstance(value, type):
        shown = ", ".join(f"`{one}`" for one in value) if isinstance(value, tuple | list) else f"`{value!r}`"
        return f"### {name}\n\n{shown}\n"
    bases = [base.__name__ for base in value.__bases__ if base not in (object, Exception)]
    told = f" ({', '.join(bases)})" if bases and issubclass(value, Exception) else ""
    types = {one.name: str(one.type) for one in fields(value)} if is_dataclass(value) else {}
    text = [f"### {name}{told}\n\n{_docstring(value.__doc__ or '', types)}"]
    text += [_member(value, member) for member in _members(value)]
    return "\n".join(text)


def _members(kind: type) -> list[str]:
    """Names of what a class adds to what all results have, which is said above; in the order of its source."""
    above = (Result, GraphItem)
    own = kind.__module__.partition(".")[0]
    inherited = [one for one in reversed(kind.__mro__) if one.__module__.partition(".")[0] == own and one not in above]
    adding = inherited if not issubclass(kind, Exception) else [kind]
    found = {name: value for one in adding for name, value in vars(one).items()}
    return [name for name, value in found.items() if not name.startswith("_") and _is_method(value)]


def _is_method(value: object) -> bool:
    return inspect.isfunction(value) or isinstance(value, property)


def _member(kind: type, name: str) -> str:
    value = inspect.getattr_static(kind, name)
    if isinstance(value, property):
        given = inspect.signature(value.fget).return_annotation if value.fget else ""
        return f"#### {kind.__name__}.{name}\n\n`{given}`: {_docstring(value.__doc__ or '')}"
    return f"#### {kind.__name__}.{name}\n\n{_called(name, value)}"


def _called(name: str, function: object) -> str:
    if not callable(function):
        raise TypeError(name)
    signature = inspect.signature(function)
    parameters = [one for one in signature.parameters.values() if one.name != "self"]
    lines = [f"    {_parameter(one)}," for one in _starred(parameters)]
    body = (
        "\n".join(["(", *lines, ")"])
        if len(parameters) > 2
        else f"({', '.join(map(_parameter, _starred(parameters)))})"
    )
    text = f"{name}{body} -> {signature.return_annotation}"
    return f"```python\n{text}\n```\n\n{_docstring(function.__doc__ or '')}"


def _starred(parameters: list[inspect.Parameter]) -> list[inspect.Parameter | None]:
    """The parameters, with None where those begin that are given by name alone."""
    starred: list[inspect.Parameter | None] = []
    for one in parameters:
        if one.kind is inspect.Parameter.KEYWORD_ONLY and None not in starred:
            starred.append(None)
        starred.append(one)
    return starred


def _parameter(one: inspect.Parameter | None) -> str:
    if one is None:
        return "*"
    stars = "**" if one.kind is inspect.Parameter.VAR_KEYWORD else ""
    default = "" if one.default is inspect.Parameter.empty else f" = {one.default!r}"
    return f"{stars}{one.name}: {one.annotation}{default}"


def _docstring(text: str, types: Mapping[str, str] = MappingProxyType({})) -> str:
    """A Google-style docstring as Markdown; attributes are given their types."""
    text = re.sub(r"``(.+?)``", r"`\1`", inspect.cleandoc(text))
    out: list[str] = []
    inside = False
    for line in text.splitlines():
        heading = line.rstrip(":")
        if line.endswith(":") and heading in _SECTIONS:
            inside = True
            out += [f"*{heading}*", ""]
        elif inside and re.match(r" {4}\S", line):
            name, mark, rest = line.strip().partition(": ")
            typed = f"{name}: {types[name]}" if name in types else name
            out.append(f"- `{typed}`: {rest}" if mark else f"- {line.strip()}")
        elif inside and line.startswith(" "):
            out[-1] += " " + line.strip()
        else:
            inside = inside and not line.strip()
            out.append(line)
    return "\n".join(out).rstrip() + "\n"
