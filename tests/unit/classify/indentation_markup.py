"""Samples of markup that is indented otherwise; `test_indentation.py` says what of."""

from __future__ import annotations

# (file, code): the lines that are indented may be indented otherwise.
FREE = [
    (
        "a.html",
        (
            "<!DOCTYPE html>\n<html>\n  <head>\n    <title>x</title>\n  </head>\n  <body>\n"
            "  <ul\n    class='a'>\n    <li>x</li>\n    <!-- c -->\n    <li><b>y</b></li>\n"
            "  </ul>\n  </body>\n</html>\n"
        ),
    ),
    ("a.html", "<table>\n  <tr>\n    <td>1</td>\n  </tr>\n</table>\n"),
    ("a.html", "<p>a <a\n  href='b'>c</a> d</p>\n"),
    ("a.xml", '<?xml version="1.0"?>\n<a\n  b="c">\n  <d>x</d>\n  <e/>\n  <!-- k -->\n</a>\n'),
    (
        "a.svg",
        '<svg xmlns="http://www.w3.org/2000/svg">\n  <g>\n    <path d="M0 0"/>\n  </g>\n</svg>\n',
    ),
    (
        "a.vue",
        (
            "<template>\n  <div\n    :a='b'>\n    <b>{{ x }}</b>\n  </div>\n</template>\n\n"
            "<script>\nexport default {};\n</script>\n"
        ),
    ),
    (
        "a.svelte",
        "<script>\nlet a;\n</script>\n\n{#if a}\n  <div>\n    <b>x</b>\n  </div>\n{/if}\n",
    ),
]

# The white space of these is text, or may be.
TEXT = [
    ("a.html", "<pre>\n  <b>x</b>\n</pre>\n"),
    ("a.html", "<textarea>\n  x\n</textarea>\n"),
    ("a.html", "<p>\n  text\n  <b>x</b>\n</p>\n"),
    ("a.html", "<p title='a\n  b'>x</p>\n"),
    ("a.html", "<script>\n  let a = `\n  b`;\n</script>\n"),
    ("a.html", "<pre><code>\n  <b>x</b>\n  <i>y</i></code></pre>\n"),
    ("a.html", "<p style='white-space: pre'>\n  <b>x</b>\n  <b>y</b>\n</p>\n"),
    ("a.html", "{% filter code %}\n<ul>\n  <li>x</li>\n</ul>\n{% endfilter %}\n"),
    ("a.html", "<x-code>\n  <b>x</b>\n</x-code>\n"),
    ("a.html", "<svg><text>\n  <tspan>x</tspan>\n</text></svg>\n"),
    ("a.xml", "<a>\n  x\n  <b/>\n</a>\n"),
    ("a.xml", "<a>\n  </a>\n"),
    ("a.xml", "<a xml:space='preserve'>\n  <b/>\n</a>\n"),
    ("a.xml", "<a><![CDATA[\n  x\n]]></a>\n"),
    ("a.xml", "<a>\n  <b/> tail\n</a>\n"),
    ("a.xsl", "<xsl:text>\n  <b/>\n</xsl:text>\n"),
    ("a.vue", "<template>\n  <p>\n    hello\n  </p>\n</template>\n"),
    ("a.vue", "<template lang='pug'>\ndiv\n  p\n</template>\n"),
    ("a.vue", "<template>\n<pre>\n  <b/>\n</pre>\n</template>\n"),
    ("a.vue", "<script>\n  let a = `\n  b`;\n</script>\n"),
    ("a.svelte", "<script>\n  let a = `\n  b`;\n</script>\n"),
    ("a.svelte", "<p>\n  {x}\n  <b/>\n</p>\n"),
    ("a.vue", "<template>\n  <p>\n    {{ a }}\n    <b/>\n  </p>\n</template>\n"),
    ("a.html", "<ul>\n  &nbsp;\n  <li>x</li>\n</ul>\n"),
    ("a.html", "<a>x</a>\n  text\n"),
]
