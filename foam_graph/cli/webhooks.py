"""The verb webhooks: who is told of what happens, and how far each delivery is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from foam_graph.app import webhooks as use
from foam_graph.cli.options import Json
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import opened
from foam_graph.cli.verbs import Verb, epilog

webhooks = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    help="Tell other systems what happens, and look after what could not be told.",
    epilog=epilog(
        "foam webhooks add https://cases.example/foam --event contested", "foam webhooks deliveries --dead --json"
    ),
)


@webhooks.command(
    "add", cls=Verb, epilog=epilog("foam webhooks add https://cases.example/foam --event contested --event ruled")
)
def add(
    url: Annotated[str, typer.Argument(help="Where events are sent, http or https.")],
    event: Annotated[
        list[str] | None,
        typer.Option(
            "--event", help="certified, contested, ruled, repaired or verification_failed; repeatable. All if none."
        ),
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="The address may be of this machine or network.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Have an address told of what happens from now on.

    The secret that deliveries are signed with is printed once. `foam serve` delivers while it runs; `foam webhooks send`
    does it once.
    """
    with opened(as_json) as session:
        made = use.add(session, url, tuple(event or ()), allow_private)
    emit(made, as_json, _added)


@webhooks.command("list", cls=Verb, epilog=epilog("foam webhooks list --json"))
def list_webhooks(as_json: Json = False) -> None:
    """List the webhooks."""
    with opened(as_json) as session:
        found = use.webhooks(session)
    emit(found, as_json, lambda all_: map(_line, all_) if all_ else ["There is no webhook."])


@webhooks.command("remove", cls=Verb, epilog=epilog("foam webhooks remove 5f3a91c2"))
def remove(webhook: Annotated[str, typer.Argument(help="Its id.")], as_json: Json = False) -> None:
    """Tell an address nothing any more."""
    with opened(as_json) as session:
        use.remove(session, webhook)
    emit({"removed": webhook}, as_json, lambda _: [f"{webhook} is told nothing any more."])


@webhooks.command("deliveries", cls=Verb, epilog=epilog("foam webhooks deliveries --dead --json"))
def deliveries(
    dead: Annotated[bool, typer.Option("--dead", help="Only those that are not tried any more.")] = False,
    as_json: Json = False,
) -> None:
    """List the latest deliveries, with what went wrong."""
    with opened(as_json) as session:
        found = use.deliveries(session, "dead" if dead else None)
    emit(found, as_json, lambda all_: map(_row, all_) if all_ else ["Nothing was sent."])


@webhooks.command("retry", cls=Verb, epilog=epilog("foam webhooks retry 17"))
def retry(delivery: Annotated[int, typer.Argument(help="Its number.")], as_json: Json = False) -> None:
    """Have a dead delivery tried anew."""
    with opened(as_json) as session:
        use.retry(session, delivery)
    emit({"retried": delivery}, as_json, lambda _: [f"Delivery {delivery} is tried anew."])


@webhooks.command("send", cls=Verb, epilog=epilog("foam webhooks send --json"))
def send(as_json: Json = False) -> None:
    """Look for what happened and send what is due, once."""
    with opened(as_json) as session:
        done = use.deliver(session)
    emit(done, as_json, lambda d: [f"{d.new} new, {d.arrived} arrived, {d.failed} failed"])


def _added(made: use.Webhook) -> Iterator[str]:
    yield _line(made)
    yield f"secret: {made.secret}"
    yield "It is not shown again. Each delivery carries Foam-Signature, made with it."


def _line(one: use.Webhook) -> str:
    return f"{one.id}  {one.url}  {', '.join(one.kinds)}{'  (private address allowed)' if one.private else ''}"


def _row(one: use.DeliveryTold) -> str:
    about = f"; next {one.next}" if one.next else ""
    return f"{one.id:>5}  {one.state:<8}{one.kind:<20}{one.event}  {one.tries} tries{about}{f'; {one.fault}' if one.fault else ''}"
