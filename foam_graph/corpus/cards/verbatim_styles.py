"""What the styles of a Word document stand for in a debate file (Verbatim 6): by style id, name, alias, outline, looks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
HEADINGS: Final = ("pocket", "hat", "block", "tag")
OWN: Final = {
    "citation": "FoamCitation",
    "body": "FoamCardBody",
    "analytic": "FoamAnalytic",
    "untagged": "FoamUntagged",
    "top": "FoamNoHeading",
}
"""Roles that only our own export states, and the styles that it adds for them, so that it is read without guessing."""

_BY_NAME: Final = {
    "heading1": "pocket",
    "heading 1": "pocket",
    "pocket": "pocket",
    "heading2": "hat",
    "heading 2": "hat",
    "hat": "hat",
    "heading3": "block",
    "heading 3": "block",
    "block": "block",
    "heading4": "tag",
    "heading 4": "tag",
    "tag": "tag",
    "style13ptbold": "cite",
    "style 13 pt bold": "cite",
    "cite": "cite",
    "stylestylebold12pt": "cite",
    "style style bold + 12 pt": "cite",
    "styleunderline": "underline",
    "style underline": "underline",
    "underline": "underline",
    "stylebold underline": "underline",
    "styleboldunderline": "underline",
    "style bold underline": "underline",
    "emphasis": "emphasis",
    "box": "emphasis",
    "hyperlink": "link",
    "followedhyperlink": "link",
    **{style.lower(): role for role, style in OWN.items()},
}
_OFF: Final = frozenset({"0", "false", "off", "none"})


@dataclass(frozen=True)
class Looks:
    """How a run looks: what it states itself, over what its style says; None = not stated.

    Attributes:
        bold: Bold.
        underline: Underlined.
        size: Half points.
        highlight: Colour of the highlight; empty for none.
        role: What its character style stands for; empty for nothing of ours.
    """

    bold: bool | None = None
    underline: bool | None = None
    size: int | None = None
    highlight: str | None = None
    role: str = ""


class Styles:
    """The styles of one document.

    Args:
        root: The root of its ``styles.xml``; None where it has none.
    """

    def __init__(self, root: Any) -> None:
        self._styles = {} if root is None else {s.get(f"{W}styleId"): s for s in root.iter(f"{W}style")}
        self._roles: dict[str, str] = {}
        self._looks: dict[str, Looks] = {}

    def role(self, style_id: str | None) -> str:
        """What a style stands for; empty for nothing of ours."""
        if not style_id:
            return ""
        if style_id not in self._roles:
            self._roles[style_id] = self._role(style_id)
        return self._roles[style_id]

    def _role(self, style_id: str) -> str:
        for one in self._line(style_id):
            style = self._styles.get(one)
            stated = [one, _value(style, "name"), *_value(style, "aliases").split(",")]
            for name in stated:
                role = _BY_NAME.get(name.strip().casefold(), "")
                if role:
                    return role
            level = None if style is None else style.find(f"{W}pPr/{W}outlineLvl")
            if level is not None and level.get(f"{W}val") in ("0", "1", "2", "3"):
                return HEADINGS[int(level.get(f"{W}val"))]
        return ""

    def _line(self, style_id: str) -> list[str]:
        """A style and those that it is based on, at most ten."""
        found = [style_id]
        while len(found) < 10:
            base = _value(self._styles.get(found[-1]), "basedOn")
            if not base or base in found:
                break
            found.append(base)
        return found

    def looks(self, properties: Any) -> Looks:
        """How a run with these properties (``w:rPr``, or None) looks."""
        own = _stated(properties)
        style_id = _value(properties, "rStyle")
        if not style_id:
            return own
        if style_id not in self._looks:
            self._looks[style_id] = self._style_looks(style_id)
        base = self._looks[style_id]
        return Looks(
            bold=base.bold if own.bold is None else own.bold,
            underline=base.underline if own.underline is None else own.underline,
            size=base.size if own.size is None else own.size,
            highlight=base.highlight if own.highlight is None else own.highlight,
            role=self.role(style_id),
        )

    def _style_looks(self, style_id: str) -> Looks:
        bold = underline = size = highlight = None
        for one in self._line(style_id):
            style = self._styles.get(one)
            stated = _stated(None if style is None else style.find(f"{W}rPr"))
            bold = stated.bold if bold is None else bold
            underline = stated.underline if underline is None else underline
            size = stated.size if size is None else size
            highlight = stated.highlight if highlight is None else highlight
        return Looks(bold, underline, size, highlight)


def _value(element: Any, name: str) -> str:
    found = None if element is None else element.find(f"{W}{name}")
    return "" if found is None else found.get(f"{W}val") or ""


def _stated(properties: Any) -> Looks:
    """What a ``w:rPr`` states."""
    if properties is None:
        return Looks()
    size = _value(properties, "sz")
    return Looks(
        bold=_switch(properties, "b"),
        underline=_switch(properties, "u"),
        size=int(size) if size.isdecimal() and len(size) < 6 else None,
        highlight=_highlight(properties),
    )


def _switch(properties: Any, name: str) -> bool | None:
    found = properties.find(f"{W}{name}")
    return None if found is None else (found.get(f"{W}val") or "on").lower() not in _OFF


def _highlight(properties: Any) -> str | None:
    found = properties.find(f"{W}highlight")
    if found is not None:
        colour = found.get(f"{W}val") or ""
        return "" if colour.lower() in ("none", "") else colour
    shade = properties.find(f"{W}shd")
    fill = "" if shade is None else (shade.get(f"{W}fill") or "").lower()
    return f"#{fill}" if re.fullmatch("[0-9a-f]{6}", fill) and fill != "ffffff" else None
