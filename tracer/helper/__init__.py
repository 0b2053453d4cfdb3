"""A process of one user that has tracer's modules loaded, and a fork of it for each hook.

What a helper does for a caller, the caller can do itself: whatever is not certain ends in that
(ARCHITECTURE.md, "Hooks that start warm"). Only the standard library, and of that only what takes
no time to load: the client's modules are all that an answered hook loads.
"""
