"""Lowering tables, compiled: templates and the constructs that they are made of."""
