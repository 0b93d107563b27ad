"""Merkle tree hashes, inclusion and consistency proofs (RFC 6962, section 2.1; RFC 9162, section 2.1.3 and 2.1.4).

A proof says nothing without a root that somebody else holds. Every function that checks one returns False for what
does not hold and raises nothing: what is checked comes from outside.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

HASH_SIZE = 32
EMPTY_ROOT = hashlib.sha256(b"").digest()
"""Root of the tree without leaves (RFC 6962, 2.1)."""


def leaf_hash(data: bytes) -> bytes:
    """Hash of a leaf: SHA-256(0x00 || data), so that no inner node can pass for one."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash of an inner node: SHA-256(0x01 || left || right)."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Peaks:
    """A tree that only grows, held as the roots of its perfect subtrees: at most one hash per bit of its size.

    Args:
        size: Leaves so far.
        hashes: Roots of the perfect subtrees, the largest first, as ``hashes`` gave them.
    """

    def __init__(self, size: int = 0, hashes: Sequence[bytes] = ()) -> None:
        if size.bit_count() != len(hashes):
            raise ValueError(f"a tree of {size} leaves has {size.bit_count()} peaks, got {len(hashes)}")
        self.size = size
        self.hashes = list(hashes)

    def add(self, leaf: bytes) -> None:
        """Appends a leaf by its hash."""
        carry, size = leaf, self.size
        while size & 1:
            carry = node_hash(self.hashes.pop(), carry)
            size >>= 1
        self.hashes.append(carry)
        self.size += 1

    def root(self) -> bytes:
        """Root of the tree as it is."""
        if not self.hashes:
            return EMPTY_ROOT
        found = self.hashes[-1]
        for peak in reversed(self.hashes[:-1]):
            found = node_hash(peak, found)
        return found


def root_of(leaves: Iterable[bytes]) -> bytes:
    """Root over leaf hashes, in constant memory."""
    peaks = Peaks()
    for leaf in leaves:
        peaks.add(leaf)
    return peaks.root()


def inclusion_proofs(leaves: Sequence[bytes], indices: Iterable[int]) -> dict[int, list[bytes]]:
    """Audit paths of several leaves of one tree (RFC 6962, 2.1.1); every subtree is hashed once.

    Args:
        leaves: Leaf hashes.
        indices: Places of the leaves.

    Raises:
        ValueError: There is no such leaf.
    """
    known: dict[tuple[int, int], bytes] = {}

    def root(low: int, high: int) -> bytes:
        if high - low == 1:
            return leaves[low]
        if (low, high) not in known:
            middle = low + _split(high - low)
            known[low, high] = node_hash(root(low, middle), root(middle, high))
        return known[low, high]

    paths: dict[int, list[bytes]] = {}
    for index in indices:
        if not 0 <= index < len(leaves):
            raise ValueError(f"no leaf {index} in a tree of {len(leaves)} leaves")
        path: list[bytes] = []
        low, high = 0, len(leaves)
        while high - low > 1:
            middle = low + _split(high - low)
            left = index < middle
            path.append(root(middle, high) if left else root(low, middle))
            low, high = (low, middle) if left else (middle, high)
        paths[index] = path[::-1]
    return paths


def consistency_proof(leaves: Sequence[bytes], old: int, size: int | None = None) -> list[bytes]:
    """Proof that the tree over the first ``old`` leaves is a beginning of the larger one (RFC 6962, 2.1.2).

    Args:
        leaves: Leaf hashes.
        old: Size of the older tree, at least 1.
        size: Size of the newer tree; all leaves when not given.

    Raises:
        ValueError: There are no such trees.
    """
    end = len(leaves) if size is None else size
    if not 1 <= old <= end <= len(leaves):
        raise ValueError(f"no trees of {old} and {end} of {len(leaves)} leaves")
    path: list[bytes] = []
    low, high, whole = 0, end, True
    while old - low != high - low:
        middle = low + _split(high - low)
        if old <= middle:
            path.append(root_of(leaves[middle:high]))
            high = middle
        else:
            path.append(root_of(leaves[low:middle]))
            low, whole = middle, False
    return ([] if whole else [root_of(leaves[low:high])]) + path[::-1]


def includes(root: bytes, size: int, index: int, leaf: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that a leaf is in a tree (RFC 9162, 2.1.3.2).

    Args:
        root: Root of the tree.
        size: Its size.
        index: Place of the leaf, from 0.
        leaf: Hash of the leaf.
        proof: The audit path.
    """
    if not 0 <= index < size or not _hashes(root, leaf, *proof):
        return False
    at, last, found = index, size - 1, leaf
    for step in proof:
        if not last:
            return False
        if at & 1 or at == last:
            found = node_hash(step, found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = node_hash(found, step)
        at, last = at >> 1, last >> 1
    return not last and found == root


def consistent(old_root: bytes, old: int, root: bytes, size: int, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that an older tree is a beginning of a newer one (RFC 9162, 2.1.4.2).

    Args:
        old_root: Root of the older tree.
        old: Its size; the empty tree proves nothing and is refused.
        root: Root of the newer tree.
        size: Its size.
        proof: The consistency proof.
    """
    return old > 0 and subtree_consistent(old_root, 0, old, root, size, proof)


def subtree_consistent(part: bytes, start: int, end: int, root: bytes, size: int, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that a subtree over the leaves [start, end) is part of a tree (draft-ietf-plants-merkle-tree-certs).

    Args:
        part: Root of the subtree.
        start: Its first leaf; a multiple of the least power of two that holds it.
        end: The leaf after its last.
        root: Root of the tree.
        size: Size of the tree.
        proof: The proof; that of RFC 9162 where ``start`` is 0.
    """
    if 0 <= start == end <= size:
        return not proof and part == EMPTY_ROOT
    if not valid_subtree(start, end) or end > size:
        return False
    if end - start == size:
        return not proof and part == root
    if not _hashes(part, root, *proof):
        return False
    first, last, top = start, end - 1, size - 1
    while first != last and (last == top or last & 1):
        first, last, top = first >> 1, last >> 1, top >> 1
    rest = list(proof)
    if first == last:
        old = new = part
    elif not rest:
        return False
    else:
        old = new = rest.pop(0)
    for step in rest:
        if not top:
            return False
        if last & 1 or last == top:
            if first < last:
                old = node_hash(step, old)
            new = node_hash(step, new)
            while not last & 1 and last:
                first, last, top = first >> 1, last >> 1, top >> 1
        else:
            new = node_hash(new, step)
        first, last, top = first >> 1, last >> 1, top >> 1
    return not top and old == part and new == root


def valid_subtree(start: int, end: int) -> bool:
    """Whether the leaves [start, end) are one subtree: the start is a multiple of the power of two that holds them."""
    if not 0 <= start < end:
        return False
    return start % (1 << (end - start - 1).bit_length()) == 0


def _split(size: int) -> int:
    """The largest power of two smaller than a size of at least 2."""
    return 1 << ((size - 1).bit_length() - 1)


def _hashes(*values: bytes) -> bool:
    # The textbook loop accepts one mutated vector, an empty root of a tree of one leaf; lengths are therefore checked.
    return all(len(value) == HASH_SIZE for value in values)
