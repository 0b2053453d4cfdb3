"""The language of a file, from its name, first line and content."""

from __future__ import annotations

import pytest

from tracer.syntax import detect


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("a.py", b"", "python"),
        ("tools/run", b"#!/usr/bin/env python3\n", "python"),
        ("tools/run", b"#!/usr/bin/env -S python3 -u\n", "python"),
        ("tools/run", b"#!/bin/sh\n", "bash"),
        ("Makefile", b"", "make"),
        ("deep/CMakeLists.txt", b"", "cmake"),
        ("a.ts", b"", "typescript"),
        ("types.d.ts", b"", "typescript"),
        ("a.tsx", b"", "tsx"),
        ("a.jsx", b"", "javascript"),
        ("a.java", b"", "java"),
        ("a.go", b"", "go"),
        ("a.rs", b"", "rust"),
        ("a.c", b"", "c"),
        ("a.cc", b"", "cpp"),
        ("plain.h", b"int f(void);\n", "c"),
        ("plus.h", b"namespace a { class B; }\n", "cpp"),
        ("UPPER.PY", b"", "python"),
        ("data.yaml", b"", "yaml"),
        ("LICENSE", b"words\n", "text"),
        ("a.unknown", b"words\n", "text"),
        ("a.py", b"\x00", "binary"),
        ("noext", b"", "text"),
    ],
)
def test_detect(path, text, language):
    """Name first, then shebang; NUL means binary."""
    assert detect(path, text).name == language
