"""Verbs about what a run is made of: perspectives, templates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
import yaml

from foam_graph.cli.output import Table, emit, shortened
from foam_graph.cli.sessions import Json
from foam_graph.cli.verbs import Verb, epilog
from foam_graph.errors import UsageError
from foam_graph.reasoning.perspectives.library import Perspective, choose, library, shuffle
from foam_graph.reasoning.perspectives.space import Domain, node_coherence
from foam_graph.reasoning.templates.library import list_templates, load_template
from foam_graph.reasoning.templates.tree import Node, Template, walk

File = Annotated[Path | None, typer.Option("--file", help="File or folder of further perspectives.")]

perspectives = typer.Typer(add_completion=False, rich_markup_mode=None, help="List, show or sample perspectives.")
templates = typer.Typer(add_completion=False, rich_markup_mode=None, help="List or show templates.")


@perspectives.callback(
    invoke_without_command=True,
    epilog=epilog(
        "foam perspectives",
        "foam perspectives show applicant --json",
        "foam perspectives shuffle --seed 7 --domain governance --set temporal_horizon=long_term",
    ),
)
def _perspectives(context: typer.Context, file: File = None, as_json: Json = False) -> None:
    """List, show or sample perspectives."""
    if context.invoked_subcommand is None:
        _list_perspectives(file, as_json)


@perspectives.command(
    "list", cls=Verb, epilog=epilog("foam perspectives list", "foam perspectives list --file mine.yaml --json")
)
def list_perspectives(file: File = None, as_json: Json = False) -> None:
    """List the perspectives."""
    _list_perspectives(file, as_json)


def _list_perspectives(file: Path | None, as_json: bool) -> None:
    found = [
        {"stance_id": p.stance_id, "role_label": p.role_label, "domain": p.domain, "disclosure_text": p.disclosure_text}
        for p in library(file).values()
    ]
    rows = [(p["stance_id"], p["domain"], shortened(p["role_label"], 70)) for p in found]
    emit(found, as_json, lambda _: [Table(("id", "domain", "role"), rows)])


@perspectives.command(
    "show", cls=Verb, epilog=epilog("foam perspectives show applicant", "foam perspectives show union --json")
)
def show_perspective(
    stance: Annotated[str, typer.Argument(metavar="ID", help="Id of the perspective.")],
    file: File = None,
    as_json: Json = False,
) -> None:
    """Show one perspective: values, evidence policy, constraints, disclosure."""
    (found,) = choose([stance], library(file))
    emit(_record(found), as_json, _yaml)


@perspectives.command(
    "shuffle",
    cls=Verb,
    epilog=epilog(
        "foam perspectives shuffle --seed 7",
        "foam perspectives shuffle --seed 7 --domain governance --set temporal_horizon=long_term --json",
    ),
)
def shuffle_perspective(
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same perspective.")] = 0,
    domain: Annotated[str, typer.Option("--domain", help=f"{', '.join(get_args(Domain))}.")] = "debate",
    fixed: Annotated[list[str] | None, typer.Option("--set", help="DIMENSION=VALUE to keep; repeatable.")] = None,
    min_coherence: Annotated[float, typer.Option("--min-coherence", min=0, max=1, help="Least coherence.")] = 0.3,
    allow_off: Annotated[
        bool, typer.Option("--allow-off-dimensions", help="Keep set dimensions that are off in the domain.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Sample a coherent perspective."""
    if domain not in get_args(Domain):
        raise UsageError(f"there is no domain {domain!r}", f"Use one of {', '.join(get_args(Domain))}.")
    found = shuffle(
        _pairs(fixed or ()),
        min_coherence,
        seed,
        domain=domain,  # type: ignore[arg-type]
        allow_off_dimensions=allow_off,
    )
    emit(_record(found), as_json, _yaml)


def _pairs(given: Sequence[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in given:
        name, mark, value = text.partition("=")
        if not mark or not name or not value:
            raise UsageError(f"{text!r} sets nothing", "Give --set DIMENSION=VALUE.")
        pairs[name] = value
    return pairs


def _record(perspective: Perspective) -> dict[str, Any]:
    return {**perspective.model_dump(mode="json"), "coherence": round(float(node_coherence(perspective.point)), 4)}


def _yaml(found: dict[str, Any]) -> Iterator[str]:
    yield yaml.safe_dump(found, sort_keys=False, allow_unicode=True, width=100).rstrip()


@templates.callback(
    invoke_without_command=True, epilog=epilog("foam templates", "foam templates show policy-memo --json")
)
def _templates(context: typer.Context, as_json: Json = False) -> None:
    """List or show templates."""
    if context.invoked_subcommand is None:
        _list_templates(as_json)


@templates.command("list", cls=Verb, epilog=epilog("foam templates list", "foam templates list --json"))
def show_templates(as_json: Json = False) -> None:
    """List the templates."""
    _list_templates(as_json)


def _list_templates(as_json: bool) -> None:
    found = [_summary(load_template(name)) for name in list_templates()]
    rows = [(t["id"], t["domain"], t["words"], t["leaves"], t["name"]) for t in found]
    emit(found, as_json, lambda _: [Table(("id", "domain", "words", "slots", "name"), rows)])


def _summary(template: Template) -> dict[str, Any]:
    return {
        "id": template.id,
        "name": template.name,
        "domain": template.domain,
        "description": template.description,
        "perspectives": list(template.perspectives),
        "words": template.root.word_budget,
        "leaves": sum(1 for spot in walk(template.root) if spot.node.node_type == "leaf"),
    }


@templates.command(
    "show", cls=Verb, epilog=epilog("foam templates show policy-memo", "foam templates show mine.yaml --json")
)
def show_template(
    name: Annotated[str, typer.Argument(help="Name of a template, or a file.")], as_json: Json = False
) -> None:
    """Show the tree of a template; a file is checked."""
    template = load_template(name)
    emit(template.model_dump(mode="json"), as_json, lambda _: _tree(template))


def _tree(template: Template) -> Iterator[str]:
    yield f"{template.id}: {template.name} ({template.domain})"
    yield template.description
    if template.perspectives:
        yield f"Argued by {', '.join(template.perspectives)}, unless others are named."
    for spot in walk(template.root):
        yield f"{'  ' * (len(spot.above) + 1)}{_told(spot.node)}"


def _told(node: Node) -> str:
    kind = node.syllogism_type or node.component or node.node_type
    taken = f", {node.taken} of {len(node.children)}" if node.decides else ""
    return f"{node.name} [{node.id}: {kind}, {node.word_budget} words{taken}]"
