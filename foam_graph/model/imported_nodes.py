"""Node kinds of argument maps that others made: they stay apart from what was argued here."""

from __future__ import annotations

from foam_graph.model.kinds import MAP_FORMATS, Field, NodeKind, Role, optional, text

_OPERATOR = frozenset({Role.OPERATOR})
_SAID = (
    text("text", "What it says; of a scheme, its name."),
    Field("aif_id", "str", "Its id in the map."),
    optional("timestamp", "str", "When it was made, as the map writes it."),
    optional(
        "speaker", "str", "Who said it, as the map names them; of several, the first.", personal=True, common=True
    ),
    optional("locutions", "json", "Who said it and when, as the map tells it.", personal=True, common=True),
    optional("more", "json", "Whatever else the map says of it.", personal=True, common=True),
)

IMPORTED_NODES: tuple[NodeKind, ...] = (
    NodeKind(
        "ImportedMap",
        "An argument map of somebody else's, taken over as it was; nothing of it was made or examined here.",
        (
            Field("name", "str", "Name of the file.", personal=True, common=True),
            Field("format", "str", "What it was written in.", values=MAP_FORMATS),
            Field("sha256", "str", "SHA-256 of its bytes, hex."),
            Field("bytes", "int", "Their number.", low=0),
            optional("more", "json", "What the document holds besides its graph.", personal=True, common=True),
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
            optional("scheme", "str", "Name of the scheme, e.g. Argument From Example."),
            optional("scheme_id", "str", "Its id in the database that the map comes from."),
        ),
        _OPERATOR,
    ),
)
