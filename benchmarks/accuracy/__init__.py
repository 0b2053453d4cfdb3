"""How often tracer is right, on real repositories; each with a committed reference."""
