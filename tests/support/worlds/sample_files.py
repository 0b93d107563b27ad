"""Small real files of each format, made in the test."""

from __future__ import annotations

import io
import zipfile

import docx

HTML = (
    "<!doctype html><html><head><title>On rents &amp; wages</title><meta name=author content='A. Smith'>"
    "<meta property='article:published_time' content='2026-03-14T10:00:00Z'><link rel=canonical href='https://example.org/r'>"
    "<style>p { color: red }</style><script>var x = '<p>not text</p>'</script></head><body><h1>Rents</h1>"
    "<p>Rents rose in May.\n Wages   did not &mdash; caf\u00e9.<p>A second paragraph<br>with a break.<!-- gone --></p>"
    "<ul><li>First item<li>Second item</ul><table><tr><th>Year<th>Rent<th>Wage<tr><td>2025<td>900<td>2,000</table>"
    "<pre>kept\n  as it is</pre></body></html>"
)


def pdf(*pages: str, title: str = "") -> bytes:
    """A PDF with a page for each text; a newline in it begins a line."""
    objects: list[bytes] = []

    def add(body: str) -> int:
        objects.append(body.encode("latin-1"))
        return len(objects)

    font = add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    tree = len(pages) * 2 + 2
    kids = []
    for text in pages:
        lines = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").split("\n")
        stream = "BT /F1 12 Tf 72 720 Td 14 TL " + " T* ".join(f"({line}) Tj" for line in lines) + " ET"
        content = add(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        resources = f"<< /Font << /F1 {font} 0 R >> >>"
        page = f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 612 792] /Contents {content} 0 R /Resources {resources} >>"
        kids.append(add(page))
    assert add(f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] >>") == tree
    root = add(f"<< /Type /Catalog /Pages {tree} 0 R >>")
    info = add(f"<< /Title ({title}) >>")
    out = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
    return (
        out
        + f"trailer << /Size {len(objects) + 1} /Root {root} 0 R /Info {info} 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    )


def word(*paragraphs: str, rows: tuple[tuple[str, ...], ...] = (), title: str = "", author: str = "") -> bytes:
    """A Word document of paragraphs and then a table."""
    document = docx.Document()
    document.core_properties.title, document.core_properties.author = title, author
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if rows:
        table = document.add_table(len(rows), len(rows[0]))
        for n, row in enumerate(rows):
            for m, cell in enumerate(row):
                table.cell(n, m).text = cell
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def zipped(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of these files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def repacked(content: bytes, name: str, old: bytes, new: bytes) -> bytes:
    """The same zip with some bytes of one member replaced."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {one: archive.read(one) for one in archive.namelist()}
    assert old in files[name]
    return zipped({**files, name: files[name].replace(old, new)})
