"""The verb account: who may do what in the web application."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from foam_graph.app.result import JsonObject
from foam_graph.cli.output import Table, emit
from foam_graph.cli.sessions import Json
from foam_graph.cli.verbs import Verb, epilog
from foam_graph.errors import UsageError
from foam_graph.web.access import account_file
from foam_graph.web.access.accounts import Account
from foam_graph.web.access.roles import ROLE_NAMES

File = Annotated[Path, typer.Option("--file", help="The file of the accounts; it is made where it is missing.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the person.")]
_ROLES = ", ".join(ROLE_NAMES)

account = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    help="Say who may do what in the web application: add, list and remove accounts.",
    epilog=epilog(
        'foam account add "Ada Marsh" --role contester --file accounts.yaml', "foam account list --file accounts.yaml"
    ),
)


@account.command(
    "add",
    cls=Verb,
    epilog=epilog(
        'foam account add "Ada Marsh" --role contester --file accounts.yaml',
        "foam account add clerk --role operator --corpus case --until 2027-06-30 --file accounts.yaml",
        "foam account add ada@council.example --role auditor --no-token --file people.yaml",
    ),
)
def add_account(
    name: Name,
    file: File,
    role: Annotated[list[str], typer.Option("--role", help=f"A role (several): {_ROLES}.")],
    corpus: Annotated[list[str] | None, typer.Option("--corpus", help="May see this corpus only (several).")] = None,
    run: Annotated[list[str] | None, typer.Option("--run", help="May see this run or debate only (several).")] = None,
    until: Annotated[str, typer.Option("--until", help="Last day on which the token holds, YYYY-MM-DD.")] = "",
    no_token: Annotated[
        bool, typer.Option("--no-token", help="Make no token: a proxy or provider says who comes.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Add an account, or give one a new token and new roles; the token is printed once and kept nowhere.

    Whoever is signed in with an older token of the account is signed out. A running server takes the change over at once.
    """
    made = _account(name, role, corpus, run, until)
    token = account_file.add(file, made, with_token=not no_token)
    emit(_told(made) | ({"token": token} if token else {}), as_json, _added)


@account.command("list", cls=Verb, epilog=epilog("foam account list --file accounts.yaml --json"))
def list_accounts(file: File, as_json: Json = False) -> None:
    """List the accounts of a file."""
    emit([_told(one) for one in account_file.listed(file)], as_json, _listed)


@account.command("remove", cls=Verb, epilog=epilog('foam account remove "Ada Marsh" --file accounts.yaml'))
def remove_account(name: Name, file: File, as_json: Json = False) -> None:
    """Remove an account; whoever is signed in with it is signed out at once."""
    account_file.remove(file, name)
    emit({"removed": name}, as_json, lambda told: [f"{told['removed']} has no account any more."])


def _account(name: str, roles: list[str], corpora: list[str] | None, runs: list[str] | None, until: str) -> Account:
    given = {
        "name": name,
        "roles": list(dict.fromkeys(roles)),
        "corpora": corpora or None,
        "runs": runs or None,
        "until": _day(until),
    }
    try:
        return Account.model_validate(given)
    except ValidationError as fault:
        first = fault.errors()[0]
        raise UsageError(f"{first['loc'][0]}: {first['msg']}", f"Roles are: {_ROLES}.") from None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(f"{text!r} is not a day", "Give it as YYYY-MM-DD.") from None


def _told(one: Account) -> JsonObject:
    return {
        "name": one.name,
        "roles": list(one.roles),
        "corpora": None if one.corpora is None else list(one.corpora),
        "runs": None if one.runs is None else list(one.runs),
        "until": None if one.until is None else one.until.isoformat(),
    }


def _added(told: JsonObject) -> Iterator[str]:
    yield f"{told['name']} may come in as {_joined(told['roles'])}{_granted(told)}."
    if "token" in told:
        yield f"The token, printed this once: {told['token']}"


def _listed(people: list[JsonObject]) -> Iterator[str | Table]:
    rows = [
        (str(one["name"]), _joined(one["roles"]), _granted(one).strip(" ,") or "everything", one["until"] or "")
        for one in people
    ]
    yield Table(("name", "roles", "sees", "until"), rows) if rows else "There are no accounts in it."


def _joined(roles: object) -> str:
    return ", ".join(map(str, roles)) if isinstance(roles, list) else ""


def _granted(told: JsonObject) -> str:
    some = [*(told["corpora"] or ()), *(told["runs"] or ())]  # type: ignore[misc]
    return f", for {', '.join(map(str, some))} alone" if some else ""
