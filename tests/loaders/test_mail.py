"""Mail: headers become the citation, what is left out is told by name, what is no mail is refused."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

import foam_graph as fg
from foam_graph.loaders import mail

TEXT = "The notice was posted on 9 March.\nIt arrived on 14 March.\n"


def message(**headers: str) -> EmailMessage:
    made = EmailMessage()
    stated = {
        "From": "Nora Okafor <nora@example.org>",
        "Subject": "The late\u00a0notice",
        "Date": "Mon, 16 Mar 2026 23:30:00 -0500",
    }
    for name, value in (stated | headers).items():
        made[name] = value
    made.set_content(TEXT)
    return made


def test_headers_become_the_citation(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    (tmp_path / "late.eml").write_bytes(message().as_bytes())
    report = mail.load(foam, tmp_path / "late.eml", corpus=corpus)
    assert (len(report.added), report.ok, report.remarks) == (1, True, ())
    (row,) = foam.corpus(corpus).documents()
    assert (row.path, row.title) == ("late.eml", "The late notice")
    assert (row.author, row.date) == ("Nora Okafor <nora@example.org>", "2026-03-16")
    assert (row.source_class, row.sentences) == ("correspondence", 5), "three lines of its head, and two sentences"
    again = mail.load(foam, tmp_path / "late.eml", corpus=corpus)
    assert (again.added, again.unchanged) == ((), 1)


def test_attachments_are_told_by_name_and_not_loaded(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    made = message()
    made.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="decision.pdf")
    made.add_attachment("A note beside it.", filename="note.txt")
    made.add_attachment(message(Subject="Inner"))
    (tmp_path / "with.eml").write_bytes(made.as_bytes())
    report = mail.load(foam, tmp_path, corpus=corpus)
    assert (len(report.added), report.ok) == (1, True)
    assert [remark.path for remark in report.remarks] == ["with.eml"] * 3
    notes = [remark.note for remark in report.remarks]
    assert notes[0] == "Left out: decision.pdf (application/pdf, 8 bytes)."
    assert notes[1].startswith("Left out: note.txt (text/plain")
    assert notes[2] == "Left out: a part without a name (message/rfc822)."
    assert foam.corpus(corpus).documents()[0].sentences == 5


def test_further_parts_that_a_reader_sees_are_read_too(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    made = message()
    made.make_mixed()
    second = EmailMessage()
    second.set_content("Sent from the list server.\n")
    second["Content-Disposition"] = "inline"
    made.attach(second)
    (tmp_path / "parts.eml").write_bytes(made.as_bytes())
    report = mail.load(foam, tmp_path, corpus=corpus)
    assert (report.remarks, report.rejected) == ((), ())
    assert foam.corpus(corpus).documents()[0].sentences == 6


def test_html_is_read_where_there_is_no_plain_text_and_told_of_where_it_differs(
    foam: fg.Foam, corpus: str, tmp_path: Path
) -> None:
    both, only = message(), message(Subject="Only HTML")
    both.add_alternative("<p>Rich text is left aside.</p>", subtype="html")
    only.set_content("<p>Grüße: it was <b>late</b>.</p>", subtype="html", charset="iso-8859-1")
    (tmp_path / "both.eml").write_bytes(both.as_bytes())
    (tmp_path / "only.eml").write_bytes(only.as_bytes())
    report = mail.load(foam, tmp_path, corpus=corpus)
    assert report.rejected == ()
    assert [(one.path, one.note) for one in report.remarks] == [
        ("both.eml", "Left out: an HTML version of its text, whose words differ from the one that was read.")
    ]
    first, second = foam.corpus(corpus).documents()
    assert (first.path, first.sentences) == ("both.eml", 5)
    assert (second.path, second.title) == ("only.eml", "Only HTML")


def test_a_mailbox_is_read_message_by_message(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    broken = message(Subject="Broken").as_bytes().replace(b"posted", b"p\xf6sted")
    parts = [message(Subject="One"), broken, message(Subject="Three", Date="no day")]
    box = tmp_path / "in.mbox"
    box.write_bytes(
        b"".join(b"From nora Mon Mar 16 2026\n" + (p if isinstance(p, bytes) else p.as_bytes()) + b"\n" for p in parts)
    )
    before = box.read_bytes()
    report = mail.load(foam, box, corpus=corpus)
    assert [(row.path, row.title, row.date) for row in foam.corpus(corpus).documents()] == [
        ("in.mbox/1.eml", "One", "2026-03-16"),
        ("in.mbox/3.eml", "Three", ""),
    ]
    assert [(one.path, one.reason) for one in report.rejected] == [
        ("in.mbox/2.eml", "its text is not UTF-8 at byte 16")
    ]
    assert box.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.eml", b"", "empty"),
        ("a.mbox", b"", "empty"),
        ("a.mbox", b"Dear all,\nthis is a letter.\n", "not a mailbox"),
        ("a.mbox", b"\x89PNG\r\n\x1a\n\0\0", "not a mailbox"),
        ("a.eml", b"Dear all,\nthis is a letter.\n", "not a mail"),
        ("a.eml", bytes(range(256)), "not a mail"),
        ("a.eml", b"Subject: Nothing\n\n", "no text"),
        ("a.eml", b"Subject: B\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n", "no text in it"),
        ("a.eml", b"Subject: C\nContent-Type: text/plain; charset=klingon\n\nnuqneH\n", "unknown encoding, 'klingon'"),
        ("a.eml", b"Subject: D\nContent-Transfer-Encoding: base64\n\n!!!!\n", "damaged"),
        ("a.eml", b"Subject: E\nContent-Type: multipart/mixed; boundary=x\n\n--x\n", "no text"),
        ("a.pst", b"!BDN", "not one of "),
    ],
)  # fmt: skip
def test_what_is_no_mail_says_why_and_loads_nothing(
    foam: fg.Foam, corpus: str, tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(fg.CorpusError, match=reason):
        mail.load(foam, tmp_path / name, corpus=corpus)
    assert corpus not in foam.corpora()
