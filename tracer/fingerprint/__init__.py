"""Subtree digests at every rung of equality (DESIGN §3), each rung implying the next.

`digests` hashes a pre-order buffer; `normal` (with `edits`, `strings`, `literals`, `markup`)
makes the buffer of NORMAL, `scopes` and `alpha` that of ALPHA, `layout` is EXACT; `tables` and
`scope_tables` compile a language's grammar.yaml; `prints` puts them together.
"""

from tracer.fingerprint.prints import FORMAT, Fingerprints, fingerprint

__all__ = ["FORMAT", "Fingerprints", "fingerprint"]
