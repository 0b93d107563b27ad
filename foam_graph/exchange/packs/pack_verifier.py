"""Checks a governance pack with nothing but this file and Python 3.10 or newer: no database, no network, no packages.

    python verify.py pack.zip                 everything: each byte, each activity, each proof, each quotation
    python verify.py pack.zip --claim ID      one claim down to its sentences, activities and the signed root
    python verify.py pack.zip --key KEY       trust this key, as its owner published it, not the one in the pack
    python verify.py FOLDER                   a pack that was unpacked

It is one file on purpose, and longer than others here: whoever checks a pack can read all that checks it.

The chain: a claim rests on records; a record's quotation is its sentences, word for word; claim, records and sentences
were written by activities; each activity's hash covers all that it wrote (canonical JSON, RFC 8785); a Merkle path leads
from it to the root (RFC 6962); the root is signed (Ed25519, RFC 8032; signed note of C2SP). The exit code is 1 if
anything does not hold, and each fault names the file and the byte, line or id.
"""

from __future__ import annotations

import argparse
import base64
import errno
import hashlib
import hmac
import json
import re
import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

JOIN = " /.../ "
GENESIS = "0" * 64
MANIFEST, SIGNATURE, KEY = "manifest.json", "manifest.sig", "ledger/key.txt"
CHECKPOINT, PROOFS = "ledger/checkpoint.txt", "ledger/proofs.jsonl"
JOURNAL, OUTSIDE, HASHES = "journal/run.jsonl", "journal/outside.jsonl", "documents/hashes.json"
FORMATS = ("foam-graph/pack/1", "foam-graph/pack/2")
"""Formats that are known here, the newest last; in the first one all rows are of the first form."""
_MOST = 2**31
"""Bytes that the members may have together: they are all held in memory."""

Members = dict[str, bytes]
Json = dict[str, Any]


class Faults:
    """What does not hold."""

    def __init__(self) -> None:
        self.found: list[Json] = []

    def add(self, part: str, where: str, detail: str) -> None:
        """Notes one fault: the file it is in, the byte, line or id, and what was found."""
        self.found.append({"part": part, "where": where, "detail": detail})


# -- The archive: laid out in one way only, so that every byte of it is looked at ---------------------------------------

_LOCAL, _CENTRAL, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_DATE = 0x21


def is_deflated(name: bytes) -> bool:
    """Whether a member is packed; the manifest, which has the hashes of what is packed, and its signature are not."""
    return name not in (MANIFEST.encode(), SIGNATURE.encode())


def is_plain(name: str) -> bool:
    """Whether a member's name leads to a file below the folder that it is unpacked to, whatever unpacks it."""
    return re.fullmatch(r"[ !#-.0-9;=@-\[\]-{}~/]+", name) is not None and not {"", ".", ".."} & set(name.split("/"))


def local_header(name: bytes, crc: int, packed: int, size: int) -> bytes:
    """What stands before a member's bytes."""
    method = 8 * is_deflated(name)
    return _LOCAL + struct.pack("<HHHHHIIIHH", 20, 0, method, 0, _DATE, crc, packed, size, len(name), 0) + name


def directory_entry(name: bytes, crc: int, packed: int, size: int, at: int) -> bytes:
    """A member's line in the archive's directory."""
    fields = (20, 20, 0, 8 * is_deflated(name), 0, _DATE, crc, packed, size, len(name), 0, 0, 0, 0, 0, at)
    return _CENTRAL + struct.pack("<HHHHHHIIIHHHHHII", *fields) + name


def end_record(count: int, size: int, at: int) -> bytes:
    """The archive's last 22 bytes."""
    return _END + struct.pack("<HHHHIIH", 0, 0, count, count, size, at, 0)


def unpacked(data: bytes, faults: Faults) -> Members:
    """The members of an archive; every byte outside of their contents must be what the layout says."""
    if data[-22:-18] != _END:
        faults.add("the archive", f"byte {max(0, len(data) - 22)}", "the end record is not where it must be")
        return {}
    count, size, start = struct.unpack("<HII", data[-12:-2])
    if data[-22:] != end_record(count, size, start) or start + size + 22 != len(data):
        faults.add("the archive", f"byte {len(data) - 22}", "the end record does not fit the archive")
        return {}
    members: Members = {}
    packed: dict[str, str] = {}
    at, before, room = start, 0, _MOST
    for _ in range(count):
        found = _member(data, at, before, start, room, faults)
        if found is None:
            return members
        name, content, packed_hash, at, before = found
        if not is_plain(name):
            # The next program that unpacks it might write beside its folder.
            faults.add(name, f"byte {at}", "is no plain name of a file below the pack's folder")
        if name in members:
            faults.add(name, f"byte {at}", "is in the archive twice")
        members[name], packed[name] = content, packed_hash
        room -= len(content)
    if at != start + size or before != start:
        faults.add("the archive", f"byte {min(at, before)}", "holds bytes that belong to no member")
    _compare_packed(members, packed, faults)
    return members


def _compare_packed(members: Members, packed: dict[str, str], faults: Faults) -> None:
    """What is packed must be the very bytes that the manifest knows: the same content can be packed in several ways."""
    try:
        listed = json.loads(members.get(MANIFEST, b"{}"))["files"]
        for name in sorted(listed.keys() & packed.keys()):
            if listed[name]["packed"] != packed[name]:
                faults.add(name, "", "is packed in another way than the manifest says")
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as fault:
        faults.add(MANIFEST, "", f"cannot be read: {type(fault).__name__}: {str(fault)[:200]}")


def _member(
    data: bytes, at: int, before: int, end: int, room: int, faults: Faults
) -> tuple[str, bytes, str, int, int] | None:
    head = data[at : at + 46]
    if len(head) < 46:
        faults.add("the archive", f"byte {at}", "the directory is cut off")
        return None
    crc, packed, size, length = struct.unpack("<IIIH", head[16:30])
    name = data[at + 46 : at + 46 + length]
    shown = name.decode("ascii", "replace")
    entry = directory_entry(name, crc, packed, size, before)
    if data[at : at + len(entry)] != entry:
        where = _difference(data[at : at + len(entry)], entry)
        faults.add(shown, f"byte {at + where}", "its line in the archive's directory is not what it must be")
        return None
    header = local_header(name, crc, packed, size)
    if data[before : before + len(header)] != header:
        where = _difference(data[before : before + len(header)], header)
        faults.add(shown, f"byte {before + where}", "its header is not what the directory says")
    first, last = before + len(header), before + len(header) + packed
    if last > end or size > room:
        told = "is larger than the archive" if last > end else f"makes it more than {_MOST} bytes"
        faults.add(shown, f"byte {at + 20}", told)
        return None
    content = data[first:last]
    packed_hash = hashlib.sha256(content).hexdigest()
    whole = True
    if is_deflated(name):
        reader = zlib.decompressobj(-15)
        try:
            content = reader.decompress(content, size + 1)
            whole = reader.eof and not reader.unused_data
        except zlib.error:
            content, whole = b"", False
    if not whole or len(content) != size or zlib.crc32(content) != crc:
        faults.add(shown, f"bytes {first} to {last}", "its content was changed")
    return shown, content, packed_hash, at + len(entry), last


def _difference(one: bytes, other: bytes) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


# -- Signatures -----------------------------------------------------------------------------------------------------------

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)
Point = tuple[int, int, int, int]


def _plus(one: Point, other: Point) -> Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % _P, (one[1] + one[0]) * (other[1] + other[0]) % _P
    c, d = 2 * one[3] * other[3] * _D % _P, 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, point: Point) -> Point:
    found: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            found = _plus(found, point)
        point = _plus(point, point)
        number >>= 1
    return found


def _point(data: bytes) -> Point | None:
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    x = _P - x if x & 1 != sign else x
    return x, y, 1, x * y % _P


def ed25519(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is this key's over a message (RFC 8032, 5.1.7)."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, commitment = _point(public), _point(signature[:32])
    number = int.from_bytes(signature[32:], "little")
    base = _point((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))
    if key is None or commitment is None or base is None or number >= _L:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % _L
    left, right = _times(number, base), _plus(commitment, _times(challenge, key))
    return not ((left[0] * right[2] - right[0] * left[2]) % _P or (left[1] * right[2] - right[1] * left[2]) % _P)


def decoded(text: str) -> bytes:
    """The bytes of base64 text; ValueError where bits are set that carry nothing (RFC 4648, section 3.5)."""
    data = base64.b64decode(text, validate=True)
    if base64.b64encode(data) != text.encode():
        raise ValueError("is base64 with bits set in its padding")
    return data


def parse_key(text: str) -> tuple[str, bytes, bytes]:
    """Name, hash and the 32 bytes of a key ``name+hash+key``; ValueError for anything else."""
    name, hash_, encoded = text.strip().split("+", 2)
    data = decoded(encoded)
    own = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
    if data[:1] != b"\x01" or len(data) != 33 or own.hex() != hash_:
        raise ValueError("the key's hash is not its own")
    return name, own, data[1:]


def note_text(note: str, key: str) -> list[str]:
    """The lines of a note that a key has signed; ValueError where it has not."""
    name, hash_, public = parse_key(key)
    text, found, signatures = note.rpartition("\n\n")
    text += "\n"
    # As the format has it, and in one form only: lines of signatures, each ended by a line feed, and nothing else.
    matches = [re.fullmatch("— ([^\\s+]+) ([A-Za-z0-9+/=]+)", line) for line in signatures[:-1].split("\n")]
    whole = found and signatures.endswith("\n") and None not in matches
    for match in matches if whole else ():
        data = decoded(match[2]) if match and match[1] == name else b""
        if data[:4] == hash_ and ed25519(public, text.encode(), data[4:]):
            return text.split("\n")
    raise ValueError(f"is not signed by {name} ({hash_.hex()})")


# -- Activities ----------------------------------------------------------------------------------------------------------


class _Number(float):
    """A number with the digits it was written with: in canonical JSON they are the only ones it can have."""

    __slots__ = ("digits",)
    digits: str


def _number(text: str) -> _Number:
    made = _Number(text)
    made.digits = text
    return made


def canonical(value: Any) -> str:
    """RFC 8785 of a value that ``parse`` read."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k, ensure_ascii=False)}:{canonical(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return value.digits if isinstance(value, _Number) else json.dumps(value, ensure_ascii=False)


def parse(line: str) -> Any:
    """A JSON value whose numbers keep their digits."""
    return json.loads(line, parse_float=_number)


def lines_of(text: str) -> list[str]:
    """Lines as JSON Lines has them: only a line feed ends one, and U+2028 or U+0085 may stand within a text."""
    return text.removesuffix("\n").split("\n") if text else []


def _digest(value: Any) -> str:
    return hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()


ROW_FORM = 2
"""The newest form of rows that is known here; activities of the first one name none."""
_HEX_SALT, _HEX_HASH = re.compile(r"[0-9a-f]{32}\Z"), re.compile(r"[0-9a-f]{64}\Z")
_COMMITMENT = re.compile(r"[a-z_][a-z0-9_]*(,[a-z_][a-z0-9_]*)*:[0-9a-f]{64}\Z")


def _said(value: Any) -> bytes:
    """What of a personal value is committed to: no UTF-8 text holds the byte FF, so that a list is never taken for one."""
    return b"\xff" + canonical(value).encode() if isinstance(value, list) else str(value).encode()


def _hashed(fields: Json, form: int) -> Json:
    """Fields as they are hashed: of the personal ones only what commits to them."""
    if form == 1:
        personal = [name[: -len("_commitment")] for name in fields if name.endswith("_commitment")]
        hidden = {part for name in personal for part in (name, f"{name}_salt")}
    else:
        hidden = {*fields["commitment"].partition(":")[0].split(","), *_OPENING} if "commitment" in fields else set()
    return {name: value for name, value in fields.items() if name not in hidden}


def _first_form_faults(fields: Json) -> Iterator[str]:
    """A row of the first form: each personal field has a salt and a commitment of its own."""
    for name in [key[: -len("_commitment")] for key in fields if key.endswith("_commitment")]:
        salt, text = fields.get(f"{name}_salt"), fields.get(name)
        if salt is None and text is None:
            continue  # erased: the commitment stays
        # With a salt of another length the border between salt and text could be moved.
        fits = text is not None and _HEX_SALT.match(salt or "")
        if (
            not fits
            or hashlib.sha256(bytes.fromhex(str(salt)) + _said(text)).hexdigest() != fields[f"{name}_commitment"]
        ):
            yield f"{name} is not the text that was committed to"


_OPENING = ("salt", "partly_erased")


def _row_form_faults(fields: Json) -> Iterator[str]:
    """A row of form 2: one commitment over a leaf of each personal field; key = HMAC(salt, name), leaf = SHA-256(key, value)."""
    found = fields.get("commitment")
    if found is None:
        yield from (f"{name} is there without a commitment" for name in _OPENING if name in fields)
        return
    names = found.partition(":")[0].split(",") if _COMMITMENT.match(found) else []
    if not names or names != sorted(set(names)):
        yield "its commitment is not in the form NAMES:HASH"
        return
    keys, leaves = _opening(fields, names)
    there = [name for name in names if fields.get(name) is not None]
    if keys is None or leaves is None or there != sorted(keys):
        yield "salt or keys do not fit its commitment and what is there"
        return
    if not keys:
        return  # erased whole: the commitment stays
    leaves |= {name: hashlib.sha256(keys[name] + _said(fields[name])).digest() for name in there}
    rows = [len(name.encode()).to_bytes(2, "big") + name.encode() + leaves[name] for name in names]
    if hashlib.sha256(b"foam-graph/row/2\n" + b"".join(rows)).hexdigest() != found.rpartition(":")[2]:
        yield f"{' or '.join(there)} is not what was committed to"


Parts = dict[str, bytes]


def _opening(fields: Json, names: list[str]) -> tuple[Parts, Parts] | tuple[None, None]:
    """Keys of the fields that are there and leaves of those that were erased; nothing where they are not in their form."""
    salt, partly = fields.get("salt"), fields.get("partly_erased")
    if partly is None:
        if salt is None:
            return {}, {}
        if not _HEX_SALT.match(salt):
            return None, None
        return {name: hmac.digest(bytes.fromhex(salt), name.encode(), "sha256") for name in names}, {}
    found = json.loads(partly)
    keys, leaves = found["keys"], found["leaves"]
    fits = salt is None and keys and leaves and sorted([*keys, *leaves]) == names and canonical(found) == partly
    if not fits or not all(_HEX_HASH.match(one) for one in (*keys.values(), *leaves.values())):
        return None, None
    as_bytes = [{name: bytes.fromhex(one) for name, one in part.items()} for part in (keys, leaves)]
    return as_bytes[0], as_bytes[1]


def gone(event: Json) -> Iterator[str]:
    """The rows of an activity of which a personal text is gone, as an activity that erases names them."""
    rows = [(event["event_id"], event["activity"])]
    rows += [(node["id"], node["fields"]) for node in event["nodes"]]
    rows += [(f"{event['event_id']}-e{edge['ord']}", edge["fields"]) for edge in event["edges"]]
    for row, fields in rows:
        names = [key[: -len("_commitment")] for key in fields if key.endswith("_commitment")]
        if "commitment" in fields:
            names += fields["commitment"].partition(":")[0].split(",")
        if any(fields.get(name) is None for name in names):
            yield row


def event_faults(event: Json) -> Iterator[tuple[str, str]]:
    """What does not hold of one activity: id of the row, and what."""
    nodes, edges, own = event["nodes"], event["edges"], event["activity"]
    form = own.get("row_form", 1)
    if type(form) is not int or form > ROW_FORM:
        yield (
            event["event_id"],
            f"is in row form {form!r}, written by a newer version: use the verify.py of that version",
        )
        return
    rows = [{"fields": _hashed(n["fields"], form), "id": n["id"], "kind": n["kind"], "ord": n["ord"]} for n in nodes]
    rows += [
        {**{k: e[k] for k in ("end", "ord", "start", "type")}, "fields": _hashed(e["fields"], form)} for e in edges
    ]
    for row, fields in [(event["event_id"], own)] + [(r.get("id", ""), r["fields"]) for r in nodes + edges]:
        for detail in _first_form_faults(fields) if form == 1 else _row_form_faults(fields):
            yield row, detail
    body = hashlib.sha256(b"".join(bytes.fromhex(_digest(row)) for row in rows)).hexdigest()
    if body != event["body_hash"]:
        yield event["event_id"], "body_hash is not that of its nodes and edges"
    header = {**_hashed(own, form), "edges": len(edges), "id": event["event_id"], "nodes": len(nodes)}
    header.update({name: event[name] for name in ("at", "run", "seq")})
    if _digest({"activity": header, "body": body, "prev": event["prev_hash"]}) != event["hash"]:
        yield event["event_id"], "hash is not that of the activity"
    named = [node["id"] for node in nodes]
    if (event["artifact_ids"], event["parent_ids"]) != (named, own.get("used", [])):
        yield event["event_id"], "its lists are not what it used and made"
    if (event["stance_id"], event["event_type"]) != (own.get("stance_id", ""), own["kind"]):
        yield event["event_id"], "its columns are not what the activity says"


def leaf(event: Json) -> bytes:
    """The activity's leaf in the tree over all chains."""
    return hashlib.sha256(b"\0" + f"{event['run']}\n{event['seq']}\n{event['hash']}\n".encode()).digest()


def root_of(leaf_: bytes, index: int, size: int, path: list[bytes]) -> bytes | None:
    """The root that a path leads to (RFC 9162, 2.1.3.2); None where it cannot be a path of this leaf."""
    if not 0 <= index < size:
        return None
    last, found = size - 1, leaf_
    for step in path:
        if not last:
            return None
        if index & 1 or index == last:
            found = hashlib.sha256(b"\1" + step + found).digest()
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            found = hashlib.sha256(b"\1" + found + step).digest()
        index, last = index >> 1, last >> 1
    return None if last else found


# -- The pack ------------------------------------------------------------------------------------------------------------


class Pack:
    """A pack and what was found of it.

    Args:
        members: Its files.
        key: The key to trust; the pack's own where none is given.
        faults: Where faults are noted.
    """

    def __init__(self, members: Members, key: str, faults: Faults) -> None:
        self.members, self.faults = members, faults
        self.key = key or self._text(KEY).strip()
        self.signed: Json = {"size": 0, "root": "", "time": ""}
        self.events: dict[str, Json] = {}
        self.nodes: dict[str, Json] = {}
        self.made_by: dict[str, str] = {}
        self.into: dict[tuple[str, str], list[Json]] = {}
        self.out_of: dict[tuple[str, str], list[Json]] = {}
        self.proven: dict[str, int] = {}
        self.first_form_only = False

    def _text(self, name: str) -> str:
        try:
            return self.members[name].decode("utf-8")
        except KeyError:
            self.faults.add(name, "", "is not in the pack")
        except UnicodeDecodeError as fault:
            self.faults.add(name, f"byte {fault.start}", "is not UTF-8")
        return ""

    def check(self) -> None:
        """Checks every file against the manifest, then activities, proofs, quotations and documents."""
        for step in (self._manifest, self._checkpoint, self._journal, self._proofs, self._documents):
            try:
                step()
            except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as fault:
                self.faults.add("the pack", "", f"cannot be read: {type(fault).__name__}: {str(fault)[:200]}")
        for record in [node for node in self.nodes.values() if node["kind"] == "EvidenceRecord"]:
            try:
                self._quotation(record)
            except (KeyError, TypeError, ValueError, AttributeError) as fault:
                detail = f"cannot be followed to its sentences: {type(fault).__name__}: {str(fault)[:200]}"
                self.faults.add(JOURNAL, record["id"], detail)

    def _manifest(self) -> None:
        text = self._text(MANIFEST)
        manifest: Json = json.loads(text) if text else {"files": {}, "format": FORMATS[0]}
        listed, format_ = manifest["files"], manifest.get("format")
        if format_ not in FORMATS:
            told = f"is of the format {str(format_)[:80]!r}, which this version does not know: use the pack's own verify.py"
            self.faults.add(MANIFEST, "", told)
        self.first_form_only = format_ == FORMATS[0]
        for name in sorted(listed.keys() - self.members.keys()):
            self.faults.add(name, "", "is not in the pack, though the manifest lists it")
        for name in sorted(self.members.keys() - listed.keys() - {MANIFEST, SIGNATURE}):
            self.faults.add(name, "", "is in the pack, though the manifest does not list it")
        for name in sorted(listed.keys() & self.members.keys()):
            content = self.members[name]
            if [len(content), hashlib.sha256(content).hexdigest()] != [listed[name]["size"], listed[name]["sha256"]]:
                self.faults.add(name, "", "is not the file that the manifest lists")
        try:
            lines = note_text(self._text(SIGNATURE), self.key)
            if lines[1] != hashlib.sha256(text.encode()).hexdigest():
                self.faults.add(MANIFEST, "", "is not the manifest that was signed")
        except (ValueError, IndexError) as fault:
            self.faults.add(SIGNATURE, "", str(fault))

    def _checkpoint(self) -> None:
        try:
            lines = note_text(self._text(CHECKPOINT), self.key)
            root = decoded(lines[2]).hex()
            self.signed = {"size": int(lines[1]), "root": root, "time": lines[3].partition(" ")[2]}
        except (ValueError, IndexError) as fault:
            self.faults.add(CHECKPOINT, "", str(fault))

    def _journal(self) -> None:
        head = GENESIS
        erased: set[str] = set()
        lost: list[tuple[str, str]] = []
        for part in (JOURNAL, OUTSIDE):
            for n, line in enumerate(lines_of(self._text(part)), 1):
                event = self._line(part, n, line)
                if event is None:
                    continue
                if part == JOURNAL and (event["prev_hash"], event["seq"]) != (head, n - 1):
                    self.faults.add(part, f"line {n}", "does not follow on the line before it")
                head = event["hash"]
                if part == JOURNAL:
                    erased.update(event["parent_ids"] if event["activity"].get("step") == "erase" else ())
                    lost += [(f"line {n}, {row}", row) for row in gone(event)]
        # Of other chains there are single activities; what was erased there is said by one that is not here.
        for where, row in lost:
            if row not in erased:
                self.faults.add(
                    JOURNAL, where, "a text of it is gone, and no activity of the run says that it was erased"
                )
        if self.members.get(JOURNAL) == b"":
            # Nothing is what anybody can sign: it would hold for every run.
            self.faults.add(JOURNAL, "", "holds no activity")

    def _line(self, part: str, n: int, line: str) -> Json | None:
        try:
            event: Json = parse(line)
            if canonical(event) != line:
                raise ValueError("is not canonical JSON")
            for row, detail in event_faults(event):
                self.faults.add(part, f"line {n}, {row}", detail)
            if self.first_form_only and "row_form" in event["activity"]:
                self.faults.add(part, f"line {n}, {event['event_id']}", f"has a row form, and {FORMATS[0]} knows none")
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as fault:
            self.faults.add(part, f"line {n}", f"cannot be read: {type(fault).__name__}: {str(fault)[:200]}")
            return None
        # Whatever bears an id that is there already would stand, unproven, behind the proof of the other.
        if event["event_id"] in self.events:
            self.faults.add(part, f"line {n}, {event['event_id']}", "is there twice")
        self.events[event["event_id"]] = event
        for node in event["nodes"]:
            if node["id"] in self.nodes:
                self.faults.add(part, f"line {n}, {node['id']}", "is there twice")
            self.nodes[node["id"]], self.made_by[node["id"]] = node, event["event_id"]
        for edge in event["edges"]:
            self.into.setdefault((edge["end"], edge["type"]), []).append(edge)
            self.out_of.setdefault((edge["start"], edge["type"]), []).append(edge)
        return event

    def _proofs(self) -> None:
        for n, line in enumerate(lines_of(self._text(PROOFS)), 1):
            proof = json.loads(line)
            event = self.events.get(proof["activity"])
            path = [decoded(step) for step in proof["path"]]
            found = root_of(leaf(event), proof["index"], self.signed["size"], path) if event else None
            if found is None or found.hex() != self.signed["root"]:
                self.faults.add(PROOFS, f"line {n}", f"does not lead from {proof['activity']} to the signed root")
            else:
                self.proven[proof["activity"]] = proof["index"]
        for missing in sorted(self.events.keys() - self.proven.keys()):
            self.faults.add(PROOFS, missing, "no proof leads from this activity to the signed root")

    def _documents(self) -> None:
        rows = json.loads(self._text(HASHES) or "[]")
        if not isinstance(rows, list):
            raise ValueError(f"{HASHES} holds no list")
        for row in rows:
            node = self.nodes.get(row["node"])
            if node is None or node["fields"]["sha256"] != row["sha256"]:
                self.faults.add(HASHES, row["id"], "is not the hash that the journal holds")
            content = self.members.get(row["file"]) if row.get("file") else None
            if content is not None and hashlib.sha256(content).hexdigest() != row["sha256"]:
                self.faults.add(row["file"], "", "is not the document that was loaded")

    def _quotation(self, record: Json) -> None:
        quoted = sorted(self.out_of.get((record["id"], "QUOTES"), []), key=lambda edge: edge["fields"]["position"])
        texts = [self.nodes.get(edge["end"], {"fields": {}})["fields"].get("text") for edge in quoted]
        given = record["fields"].get("quotation")
        if given is not None and None not in texts and given != JOIN.join(texts):
            self.faults.add(JOURNAL, record["id"], "its quotation is not made of its sentences")

    def claims(self) -> list[Json]:
        """Each claim or speech with its records, their sentences, and the activities that wrote them."""
        return [self.claim(one["id"]) for one in self.nodes.values() if one["kind"] == "Claim" or self._spoken(one)]

    def _spoken(self, node: Json) -> bool:
        """Whether a node was said in the debate of this pack: a draft of an agent was not, nor were the words of a memory."""
        if node["kind"] != "Utterance" or (node["id"], "SAID_IN") in self.out_of:
            return False
        return node["fields"]["origin"] != "agent" or "accepted" in node["fields"]

    def claim(self, wanted: str) -> Json:
        """One claim or speech down to the signed root; ValueError for an id that is neither in the pack."""
        if self.nodes.get(wanted, {}).get("kind") not in ("Claim", "Utterance"):
            raise ValueError(f"{wanted!r} is no claim of this pack")
        records = [edge["start"] for edge in self.into.get((wanted, "SUPPORTS"), [])]
        records += [edge["end"] for edge in self.out_of.get((wanted, "RESTS_ON"), [])]
        for warrant in [edge["start"] for edge in self.into.get((wanted, "WARRANTS"), [])]:
            records += [edge["end"] for edge in self.out_of.get((warrant, "USES"), [])]
        found = [self._record(one) for one in dict.fromkeys(records) if self.nodes[one]["kind"] == "EvidenceRecord"]
        return {**self._written(wanted), "text": self.nodes[wanted]["fields"].get("text"), "records": found}

    def _record(self, id_: str) -> Json:
        quoted = sorted(self.out_of.get((id_, "QUOTES"), []), key=lambda edge: edge["fields"]["position"])
        sentences = []
        for edge in quoted:
            fields = self.nodes[edge["end"]]["fields"]
            place = {"document": fields["doc_id"], "start": fields["start"], "end": fields["end"]}
            sentences.append({**self._written(edge["end"]), **place, "text": fields.get("text")})
        return {**self._written(id_), "quotation": self.nodes[id_]["fields"].get("quotation"), "sentences": sentences}

    def _written(self, id_: str) -> Json:
        by = self.made_by[id_]
        return {"id": id_, "activity": by, "index": self.proven.get(by, -1)}


def read(path: Path, faults: Faults) -> Members:
    """The files of a pack, zipped or unpacked."""
    if path.is_dir():
        found = sorted(path.rglob("*"))
        for one in found:
            # What a link leads to is not in the folder, and may be another file for the next reader.
            if one.is_symlink() or not (one.is_dir() or one.is_file()):
                faults.add(one.relative_to(path).as_posix(), "", "is no file but a link or a device")
        files = [one for one in found if one.is_file() and not one.is_symlink()]
    elif path.is_file():
        files = [path]
    else:
        raise OSError(errno.EINVAL, "no regular file" if path.exists() else "no such file or folder", str(path))
    if sum(one.stat().st_size for one in files) > _MOST:
        faults.add(path.name, "", f"has more than {_MOST} bytes")
        return {}
    if path.is_dir():
        return {one.relative_to(path).as_posix(): one.read_bytes() for one in files}
    return unpacked(path.read_bytes(), faults)


def verify(path: Path, key: str = "", claim: str = "") -> Json:
    """Checks a pack.

    Args:
        path: The archive, or the folder it was unpacked to.
        key: The key to trust, as it was published.
        claim: Only this claim's chain is told; all is checked even so.
    """
    faults = Faults()
    pack = Pack(read(path, faults), key, faults)
    pack.check()
    try:
        told = [pack.claim(claim)] if claim else pack.claims()
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        told = []
        faults.add(JOURNAL, claim, str(fault))
    return {
        "ok": not faults.found,
        "faults": faults.found,
        "files": len(pack.members),
        "activities": len(pack.events),
        **pack.signed,
        "key": pack.key,
        "trusted": bool(key),
        "claims": told,
    }


def main(arguments: list[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pack", type=Path)
    parser.add_argument("--claim", type=_given, help="id of a claim, or of an utterance")
    parser.add_argument("--key", type=_given, help="the key to trust, as it was published")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    try:
        found = verify(given.pack, given.key or "", given.claim or "")
    except OSError as fault:
        print(f"{given.pack} cannot be read: {fault.strerror}", file=sys.stderr)
        return 2
    if given.json:
        print(json.dumps(found))
        return 0 if found["ok"] else 1
    for line in told(found, bool(given.claim)):
        print(_shown(line))
    return 0 if found["ok"] else 1


def _given(text: str) -> str:
    """An option's value; an empty one, e.g. of a script's unset variable, would mean that nothing was asked for."""
    if not text.strip():
        raise argparse.ArgumentTypeError("is empty")
    return text


def _shown(line: str) -> str:
    """A line as it may be printed: a pack that was forged can neither move the cursor nor say what cannot be encoded."""
    encoding = sys.stdout.encoding or "utf-8"
    plain = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)
    return plain.encode(encoding, "backslashreplace").decode(encoding)


def told(found: Json, whole: bool) -> Iterator[str]:
    """What was found, as lines."""
    state = "everything holds" if found["ok"] else "does NOT hold"
    yield f"{state}: {found['files']} files, {found['activities']} activities, {len(found['claims'])} claims"
    yield f"  root {found['root']} over {found['size']} activities, signed {found['time']}"
    if not found["trusted"]:
        yield f"  by the pack's own key, {found['key']}: compare it with the one that was published"
    for fault in found["faults"]:
        yield f"  {fault['part']} {fault['where']}: {fault['detail']}"
    for claim in found["claims"] if whole else ():
        yield f"  claim {claim['id']}, activity {claim['activity']}, leaf {claim['index']}: {claim['text']}"
        for record in claim["records"]:
            yield f"    record {record['id']}, activity {record['activity']}, leaf {record['index']}"
            for one in record["sentences"]:
                yield f"      {one['document']} {one['start']} to {one['end']}: {one['text']}"


if __name__ == "__main__":
    sys.exit(main())
