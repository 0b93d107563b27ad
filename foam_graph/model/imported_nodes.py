"""Node kinds of argument maps that others made: they stay apart from what was argued here."""

from __future__ import annotations

from foam_graph.model.kinds import MAP_FORMATS, Field, FieldType, NodeKind, Role, text

_OPERATOR = frozenset({Role.OPERATOR})


def _told(name: str, doc: str, type_: FieldType = "str", required: bool = False) -> Field:
    """What a map tells besides texts; whatever somebody wrote may stand there."""
    return Field(name, type_, doc, required=required, personal=True, common=True)


_SAID = (
    text("text", "What it says; of a scheme, its name."),
    _told("aif_id", "Its id in the map.", required=True),
    _told("timestamp", "When it was made, as the map writes it."),
    _told("speaker", "Who said it, as the map names them; of several, the first."),
    _told("locutions", "Who said it and when, as the map tells it.", "json"),
    _told("more", "Whatever else the map says of it.", "json"),
)

IMPORTED_NODES: tuple[NodeKind, ...] = (
    NodeKind(
        "ImportedMap",
        "An argument map of somebody else's, taken over as it was; nothing of it was made or examined here.",
        (
            _told("name", "Name of the file.", required=True),
            Field("format", "str", "What it was written in.", values=MAP_FORMATS),
            Field("sha256", "str", "SHA-256 of its bytes, hex."),
            Field("bytes", "int", "Their number.", low=0),
            _told("more", "What the document holds besides its graph.", "json"),
        ),
        _OPERATOR,
    ),
    NodeKind("ImportedInformation", "What an imported map states: an I-node.", _SAID, _OPERATOR, aif="I"),
    NodeKind("ImportedLocution", "What somebody said, in an imported map: an L-node.", _SAID, _OPERATOR, aif="L"),
    NodeKind(
        "ImportedScheme",
        "A scheme that an imported map applies: inference, conflict, preference, rephrase, illocution, transition.",
        (
            *_SAID,
            Field("type", "str", "Type of the node in AIF.", values=("RA", "CA", "PA", "MA", "YA", "TA")),
            _told("scheme", "Name of the scheme, e.g. Argument From Example."),
            _told("scheme_id", "Its id in the database that the map comes from."),
        ),
        _OPERATOR,
    ),
)
