"""Mail among other papers: a message is a document, a mailbox is a folder of messages."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from foam_graph.corpus.formats.mailboxes import messages
from foam_graph.corpus.reading import extract, read_paths, read_stream
from foam_graph.errors import CorpusError

ONE = b"From: Ada Quist <ada@ferry.example>\nTo: Ben\nDate: Fri, 2 May 2025 23:50:00 -0300\nSubject: =?utf-8?q?Pr=C3=BCfung?=\n\n"


def test_a_message_is_read_with_its_head(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(ONE + b"It was late.\n")
    (document,) = read_paths([tmp_path], "c").documents
    assert document.text == (
        "From: Ada Quist <ada@ferry.example>\nTo: Ben\nDate: Fri, 02 May 2025 23:50:00 -0300\nSubject: Prüfung\n\nIt was late.\n"
    )
    cite = document.citation
    assert (cite.title, cite.date, cite.source_class) == ("Prüfung", "2025-05-02", "correspondence")
    assert cite.author == "Ada Quist <ada@ferry.example>"


def test_a_sidecar_says_otherwise(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(ONE + b"It was late.\n")
    (tmp_path / "a.eml.meta.yaml").write_text("title: Exhibit 4\nsource_class: testimony\n", encoding="utf-8")
    (document,) = read_paths([tmp_path], "c").documents
    assert (document.citation.title, document.citation.source_class) == ("Exhibit 4", "testimony")


def test_a_mailbox_is_read_message_by_message_by_both_readers(tmp_path: Path) -> None:
    box = (
        b"From ada Fri May  2 2025\n"
        + ONE
        + b"One.\n\nFrom ben Sat May  3 2025\n"
        + ONE
        + b"Two.\n\nFrom ben Sun May 4 2025\nno head\n"
    )
    (tmp_path / "in.mbox").write_bytes(box)
    report = read_paths([tmp_path], "c")
    assert [one.path for one in report.documents] == ["in.mbox/1.eml", "in.mbox/2.eml"]
    assert [path for path, _ in report.rejected] == ["in.mbox/3.eml"]
    streamed = list(read_stream([tmp_path], "c"))
    assert [one if isinstance(one, tuple) else one.id for one in streamed] == [
        *(one.id for one in report.documents),
        *report.rejected,
    ]


def test_sentences_that_begin_with_from_part_no_message() -> None:
    box = (
        b"From a Fri May 2 2025\nSubject: X\n\nFrom the bridge we saw it.\n\nFrom 2025 on.\n\n>From me.\n>>From you.\n"
    )
    assert list(messages(io.BytesIO(box))) == [
        b"Subject: X\n\nFrom the bridge we saw it.\n\nFrom 2025 on.\n\nFrom me.\n>From you.\n"
    ]


@pytest.mark.parametrize("content", [b"", b"Dear all,\n", b"\0\1"])
def test_what_is_no_mailbox_says_so(content: bytes) -> None:
    with pytest.raises(CorpusError, match=r"empty|not a mailbox"):
        list(messages(io.BytesIO(content)))


def parts(kind: str, *inner: bytes, mark: bytes = b"x") -> bytes:
    """A part that holds parts, each with its headers."""
    held = b"".join(b"--" + mark + b"\n" + one + b"\n" for one in inner)
    return b"Content-Type: multipart/" + kind.encode() + b"; boundary=" + mark + b"\n\n" + held + b"--" + mark + b"--\n"


def plain(text: str, more: str = "") -> bytes:
    return f"Content-Type: text/plain; charset=utf-8{more}\n\n{text}\n".encode()


def html(text: str) -> bytes:
    return f"Content-Type: text/html; charset=utf-8\n\n<html><body>{text}</body></html>\n".encode()


def read(body: bytes) -> tuple[str, tuple[str, ...]]:
    """What a message with this body says, and what is told of it."""
    found = extract(b"From: Ada\nSubject: Quay\n" + body, "a.eml")
    return found.text.removeprefix("From: Ada\nSubject: Quay\n\n"), found.notes


@pytest.mark.parametrize("levels", [101, 400, 3000])
def test_a_mail_that_is_nested_beyond_measure_is_refused_alone(tmp_path: Path, levels: int) -> None:
    opened = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (level, level) for level in range(levels)
    )
    (tmp_path / "a.eml").write_bytes(ONE.removesuffix(b"\n") + opened + plain("At the bottom."))
    (tmp_path / "b.eml").write_bytes(ONE + b"It was late.\n")
    (tmp_path / "c.eml").write_bytes(b"From: " + b"(" * 3000 + b")" * 3000 + b"\nSubject: Remarks\n\nLate.\n")
    report = read_paths([tmp_path], "c")
    assert [one.path for one in report.documents] == ["b.eml"]
    assert report.rejected == [(name, "nested deeper than can be read") for name in ("a.eml", "c.eml")]


def test_parts_within_parts_are_read_down_to_the_last() -> None:
    body = plain("At the bottom.")
    for level in range(60):
        body = parts("mixed", body, mark=b"b%d" % level)
    assert read(body) == ("At the bottom.\n", ())


def test_versions_within_versions_without_text_come_to_an_end() -> None:
    """Each is read once: read twice on every level, sixty levels would not end."""
    body = parts("alternative", plain(""), html(""), mark=b"deepest")
    for level in range(60):
        body = parts("alternative", body, html(""), mark=b"b%d" % level)
    with pytest.raises(CorpusError, match="no text in it"):
        read(body)


def test_html_beside_plain_text_is_read_in_its_place() -> None:
    said, told = read(parts("mixed", plain("Look here:"), html("<p>The crane was shut on 9 March.</p>"), plain("Ada")))
    assert said == "Look here:\n\nThe crane was shut on 9 March.\n\nAda\n"
    assert told == ()


@pytest.mark.parametrize(
    ("version", "differs"),
    [
        ("<h1>Quay</h1><p>We paid $40\u200b &amp; left.</p>", False),
        ("<p>We paid <a href='http://x.example'>$40</a></p>", False),
        ("<p>We paid $90 &amp; left.</p>", True),
        ("<p>We paid &pound;40 &amp; left.</p>", True),
        ("<p>We paid $40 &amp; left. The crane is not ours.</p>", True),
        ("", False),
    ],
)
def test_of_versions_the_plain_one_is_read_and_another_told_of_where_it_says_something_else(
    version: str, differs: bool
) -> None:
    said = plain("We paid $40 <http://x.example> & left.")
    told = ("Left out: an HTML version of its text, whose words differ from the one that was read.",) if differs else ()
    for versions in ((said, html(version)), (html(version), said)):
        assert read(parts("alternative", *versions)) == ("We paid $40 <http://x.example> & left.\n", told)


def test_only_what_is_not_read_is_named() -> None:
    picture = b"Content-Type: image/png; name=plan.png\nContent-ID: <p>\n\nabc"
    shown = parts(
        "alternative",
        plain("See the plan."),
        parts("related", html("<p>See the plan.</p>"), picture, mark=b"w"),
        mark=b"y",
    )
    said, told = read(
        parts("mixed", shown, plain("A note.", "; name=note.txt"), parts("mixed", plain("Ada"), mark=b"z"))
    )
    assert said == "See the plan.\n\nAda\n"
    assert told == ("Left out: plan.png (image/png, 3 bytes).", "Left out: note.txt (text/plain, 8 bytes).")


def test_a_damaged_version_that_is_not_needed_stops_nothing() -> None:
    broken = b"Content-Type: text/html; charset=klingon\n\n<p>nuqneH</p>"
    said, told = read(parts("alternative", plain("Hello."), broken))
    assert said == "Hello.\n"
    assert told == ("Left out: a part without a name (text/html, 13 bytes).",)


def headed(head: str) -> tuple[str, tuple[str, ...]]:
    """What a message with this head says of itself, and what is told of it."""
    found = extract(head.encode("utf-8", "surrogateescape") + b"\n\nIt was late.\n", "a.eml")
    said, body = found.text.split("\n\n")
    assert body == "It was late.\n"
    return said, found.notes


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("=?utf-8?Q?Eve=0D=0ADate=3A_1_May_2020?= <e@x.example>", "Eve \u2424 Date: 1 May 2020 <e@x.example>"),
        ("=?utf-8?B?RXZlCkJjYzogSnVkZ2U=?= <e@x.example>", "Eve \u2424 Bcc: Judge <e@x.example>"),
        ("Eve\x1b[31m <e@x.example>", "Eve\u241b[31m <e@x.example>"),
        ("=?utf-8?Q?Eve=E2=80=AEegduJ?= <e@x.example>", "Eve\ufffdegduJ <e@x.example>"),
        ("=?utf-8?Q?Eve=E2=80=A8To=3A_Judge=7F?= <e@x.example>", "Eve \u2424 To: Judge\u2421 <e@x.example>"),
    ],
)
def test_line_breaks_and_control_characters_of_a_head_are_signs(written: str, shown: str) -> None:
    said, told = headed(f"From: {written}\nSubject: Quay")
    assert said == f"From: {shown}\nSubject: Quay"
    assert told == ("Line breaks and control characters inside of From are shown as signs (\u2424).",)


@pytest.mark.parametrize(
    ("head", "shown"),
    [
        ('From: "Eve\n\tQuist" <e@x.example>\nSubject: Late\n  again', "From: Eve Quist <e@x.example>\nSubject: Late again"),
        ("Subject: =?klingon?Q?Qapla?=", "Subject: Qapla"),
        ("From: Ada\nSubject: =?utf-8?B?!!!?=", None),
        ("Subject: Pr\udcfcfung", "Subject: Pr\ufffdfung"),
    ],
)  # fmt: skip
def test_a_head_that_is_only_folded_or_badly_coded_has_no_signs(head: str, shown: str | None) -> None:
    said, told = headed(head)
    assert told == ()
    assert shown is None or said == shown


def test_names_of_attachments_stand_on_one_line() -> None:
    attached = b"Content-Type: image/png; name*=utf-8''plan%0D%0ALeft%20out%3A%20b.png\n\nabc"
    _, told = read(parts("mixed", plain("See the plan."), attached))
    assert told == ("Left out: plan \u2424 Left out: b.png (image/png, 3 bytes).",)
