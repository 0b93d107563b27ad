"""Governance packs and proofs as files, with the verifier that packs carry."""
