"""Typefaces that a PDF embeds: which of them has a letter, and which letters none has.

Fira Sans has Latin, Greek and Cyrillic letters. Chinese, Japanese and Korean ones come from Noto Sans where the extra
``cjk`` is installed; its files weigh 10 to 18 MB each, so that the letters of a document are cut out of them first.
"""

from __future__ import annotations

import hashlib
import io
import re
import unicodedata
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import Any

import fontpkg
import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR, BOLD = "FiraSans", "FiraSans-Bold"
"""The typeface of everything that it has the letters of."""
_SIGNS = "Vera"
"""Bitstream Vera, which comes with reportlab: signs that Fira Sans lacks."""
_INSTEAD = {"\u00a0": " ", "\u202f": " ", "\u2011": "-", "\u2212": "-"}
"""Signs that many typefaces lack, by those that say the same."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]")
GAP = "?"
"""Stands for a letter that no typeface has: the Word document has it."""
_KANA, _HANGUL = re.compile("[\u3040-\u30ff\uff66-\uff9f]"), re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
_EXTRA = "justmytype_intl_cjk"
_EASTERN = {name: f"fonts/ofl/notosans{name.lower()}/NotoSans{name}[wght].ttf" for name in ("SC", "JP", "KR", "TC")}
"""Simplified Chinese, Japanese, Korean, traditional Chinese: one sign may look otherwise in each."""
_WEIGHT = 400.0
_KEPT = 32
"""Cuts that stay registered: far more documents than are made at once."""
_cuts: OrderedDict[str, None] = OrderedDict()
_lock = Lock()


@dataclass(frozen=True)
class Run:
    """A stretch of text in one typeface."""

    text: str
    face: str


class Typefaces:
    """The typefaces of one document.

    Args:
        faces: Name and code points of each, besides the first; the earlier come first.
    """

    def __init__(self, faces: tuple[tuple[str, frozenset[int]], ...]) -> None:
        self._faces = faces
        self._lacking: dict[str, None] = {}

    def runs(self, text: str, bold: bool = False) -> Iterator[Run]:
        """A text in stretches of one typeface each; what none has becomes a question mark, and is kept in mind."""
        signs = [(sign, self._face(sign, bold)) for sign in clean(text)]
        for face, some in groupby(signs, key=lambda one: one[1]):
            yield Run("".join(sign if face else GAP for sign, _ in some), face or (BOLD if bold else REGULAR))

    @property
    def lacking(self) -> tuple[str, ...]:
        """The letters that no typeface has, of what was put into runs, each once."""
        return tuple(self._lacking)

    def _face(self, sign: str, bold: bool) -> str:
        own = BOLD if bold else REGULAR
        if ord(sign) in _glyphs(own):
            return own
        found = next((name for name, glyphs in self._faces if ord(sign) in glyphs), "")
        if not found:
            self._lacking[sign] = None
        return found


def typefaces(text: str) -> Typefaces:
    """The typefaces that a document needs.

    Args:
        text: All of its text.
    """
    _register()
    faces = [(_SIGNS, _glyphs(_SIGNS))]
    left = {sign for sign in clean(text) if not any(ord(sign) in _glyphs(face) for face in (REGULAR, _SIGNS))}
    for name in _eastern(text):
        if not left:
            break
        cut = _cut(name, left)
        if cut is not None:
            own = _registered(name, cut)
            faces.append((own, _glyphs_now(own)))
            left = {sign for sign in left if ord(sign) not in faces[-1][1]}
    return Typefaces(tuple(faces))


def clean(text: str) -> str:
    """A text without what is not printed; signs that many typefaces lack become those that say the same."""
    return _CONTROL.sub(" ", "".join(_INSTEAD.get(sign, sign) for sign in text))


def names_of(letters: tuple[str, ...], most: int = 6) -> str:
    """Letters by their names, e.g. for a reader whom they cannot be shown to."""
    told = [unicodedata.name(one, f"U+{ord(one):04X}").lower() for one in letters[:most]]
    return ", ".join(told) + (f" and {len(letters) - most} more" if len(letters) > most else "")


def is_eastern(text: str) -> bool:
    """Whether a text may be broken after each letter, as Chinese, Japanese and Korean are."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return wide * 4 > len(text)


def _eastern(text: str) -> list[str]:
    """Typefaces of the East in the order in which they are asked; none where the extra is not installed."""
    if find_spec(_EXTRA) is None:
        return []
    first = "JP" if _KANA.search(text) else "KR" if _HANGUL.search(text) else "SC"
    return sorted(_EASTERN, key=lambda name: name != first)


def _cut(name: str, letters: set[str]) -> bytes | None:
    """The letters of a typeface of the East in one weight, as a TrueType file; nothing where it has none of them."""
    # They take a while to import, which a document without such letters does not pay.
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont as Opened
    from fontTools.varLib.instancer import instantiateVariableFont

    out = io.BytesIO()
    with Opened(str(files(_EXTRA) / _EASTERN[name]), lazy=True, recalcTimestamp=False) as opened:
        wanted = {ord(one) for one in letters} & opened.getBestCmap().keys()
        if not wanted:
            return None
        subsetter = Subsetter(Options(layout_features=[], notdef_outline=True, hinting=False))
        # A space as well: a file without one cannot be embedded.
        subsetter.populate(unicodes=wanted | {0x20})
        subsetter.subset(opened)
        instantiateVariableFont(opened, {"wght": _WEIGHT}, inplace=True).save(out)
    return out.getvalue()


def _registered(name: str, cut: bytes) -> str:
    """Registers letters that were cut out of a typeface: under a name of their own, since other documents need others.

    The last ones are kept in mind; reportlab has no public way to forget a typeface.
    """
    own = f"NotoSans{name}{hashlib.sha256(cut).hexdigest()[:12]}"
    with _lock:
        if own not in _cuts:
            font = TTFont(own, io.BytesIO(cut))
            # It would be taken for another one of the same name that is registered.
            font.face.name = own.encode()
            pdfmetrics.registerFont(font)
        _cuts[own] = None
        _cuts.move_to_end(own)
        while len(_cuts) > _KEPT:
            gone, _ = _cuts.popitem(last=False)
            pdfmetrics._dynFaceNames.pop(pdfmetrics._fonts.pop(gone).face.name, None)
    return own


@cache
def _register() -> None:
    family, vera = "Fira Sans", Path(reportlab.__file__).parent / "fonts" / f"{_SIGNS}.ttf"
    for name, path in ((REGULAR, fontpkg.path(family)), (BOLD, fontpkg.path(family, weight=700)), (_SIGNS, vera)):
        pdfmetrics.registerFont(TTFont(name, str(path)))
    pdfmetrics.registerFontFamily(REGULAR, normal=REGULAR, bold=BOLD, italic=REGULAR, boldItalic=BOLD)


@cache
def _glyphs(face: str) -> frozenset[int]:
    return _glyphs_now(face)


def _glyphs_now(face: str) -> frozenset[int]:
    known: Any = pdfmetrics.getFont(face).face.charToGlyph
    return frozenset(known)
