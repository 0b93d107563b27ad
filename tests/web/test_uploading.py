"""Documents sent by a browser: files, folders and archives; what could not be read is told, and no name leads anywhere."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from lxml import html

from foam_graph.app.session import Session
from foam_graph.app.uploads import MOST_FILES, keep_upload, safe_parts
from foam_graph.config import Settings
from foam_graph.errors import UsageError
from tests.support.web_site import EVIL, Site, filled, settled

NOTE = (
    b"---\ntitle: A note\ndate: 2026-03-01\n---\nThe bridge carries 900 carts per day. It was closed on 3 March 2026."
)
Sent = tuple[str, tuple[str, bytes]]


def zipped(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return made.getvalue()


def sent(web: httpx.Client, corpus: str, files: Sequence[Sent]) -> httpx.Response:
    return web.post("/upload", data={**filled(web, "/upload"), "corpus": corpus}, files=list(files))


def loaded(web: httpx.Client, corpus: str, files: Sequence[Sent]) -> dict[str, Any]:
    """What came of an upload."""
    answer = sent(web, corpus, files)
    assert answer.status_code == 303, answer.text
    settled(web, answer.headers["location"])
    job: dict[str, Any] = web.get(f"{answer.headers['location']}.json").json()
    return job | {"page": web.get(answer.headers["location"]).text}


@pytest.fixture(scope="module")
def mixed(site: Site) -> dict[str, Any]:
    """An upload of a folder, an archive, and of much that cannot be read."""
    files = [
        ("folder", ("papers/first/note.md", NOTE)),
        ("folder", ("papers/../../../../etc/passwd.md", NOTE + b" The toll is 4 pence.")),
        (
            "files",
            ("letters.zip", zipped(in__letter=b"no ending", in__one=b"x", **{"a.md": NOTE + b" It has two arches."})),
        ),
        ("files", ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(200))),
        ("files", (f"{EVIL}.md", b"")),
        ("files", ("again/note.md", NOTE)),
        ("files", ("x" * 300 + ".txt", b"A name may be long. This one is.")),
        ("files", ("..", b"nothing")),
    ]
    with site.browser() as web:
        return loaded(web, "uploaded", files)


def test_what_can_be_read_is_loaded_whatever_stands_beside_it(mixed: dict[str, Any], web: httpx.Client) -> None:
    assert mixed["state"] == "done", mixed
    report = mixed["result"]
    assert len(report["added"]) == 4
    documents = web.get("/corpora/uploaded.json").json()["documents"]
    assert {"again/note.md", "papers/etc/passwd.md", "letters.zip/a.md"} <= {one["path"] for one in documents}
    assert not [one for one in documents if one["path"].startswith(("/", ".."))]
    assert report["duplicates"] == [{"path": "papers/first/note.md", "of": "again/note.md"}]


def test_what_cannot_be_read_is_told_by_file_with_its_reason(mixed: dict[str, Any]) -> None:
    refused = {one["path"]: one["reason"] for one in mixed["result"]["rejected"]}
    assert {"picture.png", ".."} <= refused.keys()
    assert all(refused.values())
    page = html.fromstring(mixed["page"])
    rows = page.xpath("//section[@aria-labelledby='h-rejected']//tbody/tr")
    assert len(rows) == len(refused)
    assert EVIL not in mixed["page"]
    assert str(mixed["result"]).count("/uploads/") == 0


def test_the_files_do_not_stay(mixed: dict[str, Any], site: Site) -> None:
    assert mixed["result"]
    assert list((site.settings.home / "uploads").iterdir()) == []


def test_what_is_there_is_not_loaded_twice(mixed: dict[str, Any], web: httpx.Client) -> None:
    assert mixed["result"]
    again = loaded(web, "uploaded", [("files", ("papers/first/note.md", NOTE))])
    assert again["result"]["added"] == []
    assert again["result"]["unchanged"] == 1


@pytest.mark.parametrize(
    ("corpus", "files", "status"),
    [
        ("", [("files", ("a.md", NOTE))], 400),
        ("../up", [("files", ("a.md", NOTE))], 400),
        ("Grand Corpus", [("files", ("a.md", NOTE))], 400),
        ("fine", [("files", ("", b""))], 400),
    ],
)
def test_what_cannot_be_taken_is_refused_on_the_form(
    web: httpx.Client, corpus: str, files: Sequence[Sent], status: int
) -> None:
    answer = sent(web, corpus, files)
    assert answer.status_code == status, answer.text
    assert html.fromstring(answer.text).xpath("//*[@role='alert']")
    assert "fine" not in web.get("/index.json").text


def test_a_load_that_fails_says_why(web: httpx.Client) -> None:
    job = loaded(web, "broken", [("files", ("nothing.png", b"\x89PNG\r\n\x1a\n"))])
    assert job["state"] == "failed"
    assert "could be read" in job["fault"]
    assert job["fault"][1:] in html.fromstring(job["page"]).text_content()
    assert "/uploads/" not in job["fault"]
    assert "a file of this machine" not in job["fault"]
    (refused,) = job["rejected"]
    assert refused["path"] == "nothing.png"
    assert refused["reason"][1:] in html.fromstring(job["page"]).xpath("string(//table)")


def test_what_would_unpack_to_far_more_is_told_and_harms_nobody(web: httpx.Client) -> None:
    filler = zipped(deep=bytes(64 * 2**20))
    paragraphs = zipped(**{
        "[Content_Types].xml": b'<?xml version="1.0"?><Types/>', "word__document.xml": b"<w:p/>" * (10 * 2**20)
    })  # fmt: skip
    lying = bytearray(zipped(**{"a.txt": b"It rains. " * 100_000}))
    at = lying.index(b"PK\x01\x02")
    lying[at + 24 : at + 28] = (10).to_bytes(4, "little")  # the size that it says it unpacks to
    job = loaded(
        web,
        "bombed",
        [
            ("files", ("zeros.zip", zipped(**{"zeros.txt": bytes(64 * 2**20)}))),
            ("files", ("nested.zip", zipped(**{"one.zip": zipped(**{"two.zip": filler})}))),
            ("files", ("letter.docx", paragraphs)),
            ("files", ("lying.zip", bytes(lying))),
            ("files", ("good.md", NOTE)),
        ],
    )
    assert job["state"] == "done", job
    refused = {one["path"]: one["reason"] for one in job["result"]["rejected"]}
    told = " ".join(f"{path} {reason}" for path, reason in refused.items())
    assert "zeros.txt unpacks to 64 MB" in told
    assert all(
        any(name in path for path in refused) for name in ("zeros.zip", "nested.zip", "letter.docx", "lying.zip")
    ), told
    assert [one["title"] for one in web.get("/corpora/bombed.json").json()["documents"]] == ["A note"]


def test_no_form_of_another_page_loads_anything(web: httpx.Client) -> None:
    answer = web.post("/upload", data={"corpus": "strange"}, files=[("files", ("a.md", NOTE))])
    assert answer.status_code == 403
    assert "strange" not in web.get("/index.json").text


def test_jobs_of_nobody_are_not_found(web: httpx.Client) -> None:
    assert web.get("/jobs/w00").status_code == 404
    assert web.get("/jobs/w00/events").status_code == 404


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("a.md", ("a.md",)),
        ("C:\\papers\\a.md", ("papers", "a.md")),
        ("/etc/passwd", ("etc", "passwd")),
        ("../../a.md", ("a.md",)),
        ("a\0.md", ("a.md",)),
        ("  . ", ()),
        ("", ()),
        ("/", ()),
        ("a/\r\nb.md", ("a", "b.md")),
    ],
)
def test_names_lead_nowhere(name: str, parts: tuple[str, ...]) -> None:
    assert safe_parts(name) == parts


def test_too_many_files_are_not_kept(settings: Settings) -> None:
    with Session(settings) as session, pytest.raises(UsageError, match="were sent at once"):
        keep_upload(session, ((f"{n}.md", io.BytesIO(b"x")) for n in range(MOST_FILES + 1)))
    assert list((settings.home / "uploads").iterdir()) == []
