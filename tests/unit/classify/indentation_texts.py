"""Further samples of white space that says something; `test_indentation.py` says what of."""

from __future__ import annotations

# File -> texts: the white space of the indented lines is text.
TEXTS = {
    "Makefile": [
        "a:\n\tb\n",
    ],
    "a.astro": [
        "<p>\n a</p>\n",
    ],
    "a.bicep": [
        "var x = '''\n  a\n'''\n",
        "var x = $'''\n  ${a}\n'''\n",
    ],
    "a.capnp": [
        "const a :Text = `x\n  `y;\n",
    ],
    "a.clj": [
        '(f "a\n  b")\n',
        '(f #"a\n  b")\n',
        '(f (str "a\n  b"))\n',
    ],
    "a.cls": [
        "public class A { String x = '''\n  a\n  '''; }\n",
    ],
    "a.cmake": [
        "set(x [[\n a]])\n",
        "set(x [=[\n a\n ]=] b)\n",
        'set(x "a\n b")\n',
        'f("a ${b}\n c")\n',
    ],
    "a.coffee": [
        "a\n  b\n",
    ],
    "a.cs": [
        'class A { object s = @"a\n  b"; }\n',
        'class A { object s = $@"a\n  {b}"; }\n',
        'class A { object s = """\n  a\n  """; }\n',
        'class A { object s = $"""\n  {a}\n  """; }\n',
        'class A { object s = $$"""\n  {{a}}\n  """; }\n',
        'class A { object s = @$"{a}\n  {b}"; }\n',
        'class A { object s = """\n  a\n  """u8; }\n',
        'class A { object s = $"{f(@"a\n  b")}"; }\n',
        "#if X\n  foo 'bar\n#endif\nclass A {}\n",
        "void f() { Check(a &&\n  b); }\n",
        "#region a\n  b\n#endregion a\n",
        'class A {\n#if X\n string s = @"\n  a";\n#endif\n}\n',
        'class A {\n#if X\n string s = """\n  a\n  """;\n#else\n int x;\n#endif\n}\n',
        'class A {\n#if false\n string s = @"\n#endif\n  a";\n}\n',
    ],
    "a.css": [
        "a {\n  --x: {\n  a: b\n  };\n}\n",
        "a {\n  --x: {a:b;\n  c: d};\n}\n",
        "a {\n  --x: 'a;b'\n  c;\n}\n",
        "a {\n  --x: (a;\n  c);\n}\n",
        "a {\n  --x: /*;*/\n  c;\n}\n",
        "a {\n  content: 'a\\\n  c';\n}\n",
    ],
    "a.cu": [
        'auto x = R"x(a\n  b)x";\n',
        'asm("a\\\n  b");\n',
        '#define X "a \\\n  b"\n',
    ],
    "a.d": [
        "auto x = q{\n a\n};\n",
        'auto x = r"\n a\n";\n',
        'auto x = q"(\n a\n)";\n',
        'auto x = i"\n a\n";\n',
        "x();\n__EOF__\n a\n",
    ],
    "a.dart": [
        'var x = """a\n  $b""";\n',
        "var x = r'''a\n  b''';\n",
        "var x = '${'''a\n  b'''}';\n",
    ],
    "a.ejs": [
        "a\n  b\n",
    ],
    "a.el": [
        '(f "a\n  b")\n',
        "(f ?\n  )\n",
        '(f "a\\\n  b")\n',
    ],
    "a.erb": [
        "a\n  b\n",
    ],
    "a.erl": [
        'f() -> """\n  a\n  """.\n',
        'f() -> ~"a\n  b".\n',
        "f() -> 'a\n  b'.\n",
    ],
    "a.ex": [
        "x = ~s(a\n  b)\n",
        "x = ~w(a\n  b)\n",
        "x = '''\n  a\n  '''\n",
        "x = ~r/a\n  b/\n",
        'x = ~H"""\n  <b>\n  """\n',
        'x = :"a\n  b"\n',
        "x = 'a\n  b'\n",
        "x = ~S|a\n  b|\n",
        'x = "#{x}\n  #{y}"\n',
        "x = ~D[a\n  b]\n",
        "x = ~s{#{x}\n  #{y}}\n",
    ],
    "a.f": [
        "      x = 1\n",
    ],
    "a.fish": [
        'set x "a $y\n  b"\n',
    ],
    "a.fnl": [
        '(f "a\n  b")\n',
    ],
    "a.fs": [
        "let f () =\n  a\n  b\n",
    ],
    "a.gd": [
        "if a:\n\tb\nc\n",
    ],
    "a.gn": [
        'x = "a\n  b"\n',
    ],
    "a.graphql": [
        '{ a(x: """\n  b\n """) }\n',
    ],
    "a.groovy": [
        "def x = /a\n  b/\n",
        "def x = $/a\n  b/$\n",
        "def x = '''a\n  b'''.stripIndent()\n",
    ],
    "a.hack": [
        "<?hh\nfunction f(): void { $x = <div>\n  a\n</div>; }\n",
        '<?hh\nfunction f(): void { $x = "a\n  b"; }\n',
    ],
    "a.hlsl": [
        'x = "a\\\n  b";\n',
    ],
    "a.hs": [
        "f = do\n  a\n  b\n",
    ],
    "a.html": [
        "<pre>\n a\n</pre>\n",
    ],
    "a.hx": [
        "class A { var x = 'a\n  $b'; }\n",
        "class A { var x = <div>\n  a\n</div>; }\n",
    ],
    "a.ini": [
        "a=b\n c\n",
    ],
    "a.ino": [
        'auto x = R"(a\n  b)";\nvoid f() {}\n',
    ],
    "a.jl": [
        "x = `ls\n  a`\n",
        'x = r"a\n  b"\n',
        'x = raw"a\n  b"\n',
        'x = md"""\n  a\n  """\n',
        'x = "$x\n  $y"\n',
        'x = html"""a\n  b"""\n',
        'x = b"a\n  b"\n',
        "x = ```a\n  b```\n",
        'x = var"a\n  b"\n',
        '"""\n  doc\n"""\nf() = 1\n',
    ],
    "a.json": [
        '{"a": "b\n  c"}\n',
    ],
    "a.jsonnet": [
        '{ a: @"b\n  c" }\n',
        "{ a: |||\n  b\n   c\n||| }\n",
        "{ a: 'b\n  c' }\n",
    ],
    "a.kdl": [
        'a """\n  b\n  """\n',
        'a r#"x\n  b"#\n',
        'a #"""\n  b\n  """#\n',
    ],
    "a.kt": [
        'val s = """a\n  b"""\n',
        'val s = """\n  $a\n  b"""\n',
        'val s = """\n  |a\n  """.trimMargin()\n',
        'val s = $$"""\n  $$a\n  """\n',
        'val s = """${f("""\n  a""")}"""\n',
    ],
    "a.less": [
        "a {\n --x: {\n  a: b }\n}\n",
    ],
    "a.lisp": [
        '(f "a\n  b")\n',
        "(f |a\n  b|)\n",
        '(f (format nil "a~\n  b"))\n',
        "(f #\\\n  )\n",
    ],
    "a.lua": [
        'x = "a\\\n  b"\n',
        'x = "a\\z\n  b\\\n  c"\n',
    ],
    "a.m": [
        'x = @"a\\\n  b";\n',
    ],
    "a.md": [
        "    a\n",
        "- a\n  - b\n",
    ],
    "a.ml": [
        "let x = {%sql|a\n  b|}\n",
        "let x = {xx|a\n  b|xx}\n",
        "let x = {%%sql|a\n  b|}\n",
        'let x = [%sql "a\n  b"]\n',
    ],
    "a.mm": [
        'auto x = R"(a\n  b)";\n',
        'auto x = R"x(a\n  b)x";\n',
    ],
    "a.nim": [
        "if a:\n  b\nc\n",
    ],
    "a.nix": [
        "{ x = ''\n  a\n  ''; }\n",
        "{ x = ''a\n  ${b}''; }\n",
        '{ x = "a\n  b"; }\n',
        "{ x = ''\n  ${''\n  a''}\n  ''; }\n",
    ],
    "a.odin": [
        'x := "a\n  b"\n',
    ],
    "a.pas": [
        "program a;\nbegin\n  x := '''\n  a\n  ''';\nend.\n",
    ],
    "a.php": [
        "<?php\n$x = <<<E\n  a\n    {$b}\n  E;\n",
        "<?php\nclass A { const X = 'a\n  b'; }\n",
        "<?php\nf(\"a {$x[\n  'b']} c\n  d\");\n",
        "<?php f(); ?>\n  <?php g();\n",
        "<?php f();\n  ?>\n<b>\n",
        "<?php\nf();\n__halt_compiler();\n  a\n",
        "<?php\nf();\n?>\n  a\n",
        "<script>\n  a\n</script>\n<?php\nf();\n",
        "<?php if ($x): ?>\n  a\n<?php else: ?>\n b\n<?php endif ?>\n",
        "<?php\nfunction f() { ?>\n  a\n<?php }\n",
        "<?php\nfunction f() {\n  ?>a<?php\n}\n",
        "<?=\n  $a ?>\n  <?= $b ?>\n",
        "<?php\n$x = `ls\n  a`;\n",
        "<?php\n$x = <<<\"E\"\n  a\n  E . 'b';\n",
        "<?php\n/* a\n ?>\n b */ f();\n",
    ],
    "a.pl": [
        "$x =~ tr{a\n b}{c};\n",
        "$x =~ s{a\n b}{c};\n",
        "$x =~ s{a}{c\n d};\n",
        "$x =~ m{a\n d};\n",
        "$x = q{a\n d};\n",
        "$x = qq{a\n d $y};\n",
        "$x = qx{a\n d $y};\n",
        "$x = `a\n d $y`;\n",
        "$x = <a\n d>;\n",
        "%h = (a\n => 1);$x = $h{'a\n b'};\n",
        "f();\n  =pod\n",
        "print <<~E;\n  a\n  E\n",
    ],
    "a.pony": [
        'actor A\n  let x: String = "a\n  b"\n',
    ],
    "a.prisma": [
        'model A { id Int @default(dbgenerated("a\n  b")) }\n',
    ],
    "a.properties": [
        "a=b\\\n c\n",
    ],
    "a.proto": [
        'option x = "a\\\n  b";\n',
    ],
    "a.ps1": [
        '$x = "a\n  b"\n',
        "$x = 'a\n  b'\n",
        '$x = "a $(f)\n  b"\n',
        '$x = @"\n  $a\n  b\n"@\n',
        "data { @'\n  a\n'@ }\n",
    ],
    "a.pug": [
        "a\n  b\n",
    ],
    "a.r": [
        "x <- 'a\n  b'\n",
        'x <- r"---(a\n  b)---"\n',
        'x <- R"[a\n  b]"\n',
        "x <- `a\n  b`\n",
    ],
    "a.rb": [
        "x\r\n__END__\r\n  a\r\n",
        "x = <<~E.lines.map(&:strip)\n  a\n  E\n  .foo\n",
        "x = 'a\n  b'\n",
        "x = %q(a\n  b)\n",
        "x = %Q(a\n  #{b})\n",
        "x = %(a\n  b)\n",
        "x = `a\n  b`\n",
        "x = %x(a\n  b)\n",
        "x = /a\n  b/\n",
        "x = %r{a\n  b}\n",
        "x = %r{a\n  b}x\n",
        'x = :"a\n  b"\n',
        "x = %s(a\n  b)\n",
        'x = "#{x}\n  #{y}"\n',
        'x = "a" "b\n  c"\n',
        "x = /#{a}\n  #{b}/\n",
        "x = %W[a#{x}b\n  c\\\n  d]\n",
        "x = %w[a\\\n  b]\n",
        'x = "a\\\n  b"\n',
        'x = {"a\n  b": 1}\n',
        "x = <<~A + <<~B\n  a\nA\n  b\n  c\nB\n",
        "x = <<~A\n  #{<<~B}\n    b\n  B\nA\n",
        "x = <<~A\n  #{f(<<~B)}\n    b\n  B\n  c\nA\n",
        "x = <<~`A`\n  ls\n    a\nA\n",
        "f <<~A do |x|\n  a\n  b\nA\n  y\nend\n",
        "f(<<~A) {\n  a\n  b\nA\n  y\n}\n",
        "f(<<A)\n  A\nA\n",
        "f\n  =begin\n",
        "x = % a\n  b\n",
    ],
    "a.rego": [
        'package a\nx := "a\n  b"\n',
    ],
    "a.ron": [
        '(a: r#"b\n  c"#)\n',
    ],
    "a.sass": [
        "a\n  b: c\n",
    ],
    "a.scm": [
        '(f "a\n  b")\n',
        "(f |a\n  b|)\n",
        '(f "a\\\n  b")\n',
        '(f \'#u8"a\n  b")\n',
    ],
    "a.scss": [
        "a {\n  #{--x}: {\n  a: b\n  };\n}\n",
        "$x: 'a\n  b';\n",
        "@debug a\n  b;\n",
        "a { --x: #{$a}\n  b; }\n",
    ],
    "a.sh": [
        "y=${x:-a\n b}\n",
        "y=${x:-\n b}\n",
        "y=${x/a\n b/c}\n",
        "y=${x#a\n b}\n",
        "y=${x:?a\n b}\n",
        "[[ $x == @(a|\n b) ]]\n",
        "echo @(a|\n b)\n",
        "declare -A h=([a\n b]=1)\n",
        "h[a\n b]=1\n",
        "echo 'a\n b'\n",
        "echo $'a\n b'\n",
        'echo "a\n b"\n',
        'echo "a $x\n b"\n',
        'echo "$x\n $y"\n',
        'echo "\n $y"\n',
        'echo $"a\n y"\n',
        "cat <<E\n a\nE\n",
        "cat <<E\n a $x\n $y\nE\n",
        "cat <<'E'\n a\nE\n",
        "cat << E | sort\n a\nE\n",
        "f() {\ncat <<E\n a\nE\n}\n",
        "cat <<E <<F\n a\nE\n b\nF\n",
        "if x; then cat <<E; fi\n a\nE\n",
        "x=$(cat <<E\n a\nE\n)\n",
        'cat <<"E F"\n a\nE F\n',
        "cat <<\\E\n a\nE\n",
        "cat <<E\n a\n E\nE\n",
        "echo a\\\n b\n",
        "x=`echo 'a\n b'`\n",
        'x="$(ls "a\n b")"\n',
        "awk '{\n print\n}'\n",
        "python - <<E\nif x:\n a\nE\n",
    ],
    "a.sol": [
        'contract A { string x = "a\n  b"; }\n',
    ],
    "a.sparql": [
        'SELECT * WHERE { ?a ?b """x\n  y""" }\n',
    ],
    "a.sql": [
        'SELECT "a\n  b";\n',
        "SELECT `a\n  b`;\n",
        "SELECT E'a\n  b';\n",
        "SELECT $$a\n  b$$;\n",
        "SELECT $x$a\n  b$x$;\n",
        "SELECT q'[a\n  b]';\n",
        "SELECT N'a\n  b';\n",
        "SELECT [a\n  b];\n",
        "SELECT x'ab\n  cd';\n",
        "SELECT U&'a\n  b';\n",
        "SELECT 1;\n  GO\nSELECT 2;\n",
        "/*! SET x = 'a\n  b' */;\n",
        "CREATE FUNCTION f() RETURNS int AS '\n  SELECT 1\n' LANGUAGE sql;\n",
        "INSERT INTO a VALUES (1, 'x\n  y');\n",
        "COMMENT ON TABLE a IS 'x\n  y';\n",
        "rem it's\nselect 'x\n  y' from a;\n",
        "CREATE PROCEDURE p()\nBEGIN\n  SELECT 'a\n  b';\nEND;\n",
    ],
    "a.styl": [
        "a\n  b c\n",
    ],
    "a.sv": [
        'module a;\n initial $display("a\\\n  b");\nendmodule\n',
        'module a;\n initial $display("""a\n  b""");\nendmodule\n',
    ],
    "a.svelte": [
        "<p>\n a</p>\n",
    ],
    "a.swift": [
        'let s = """\n  a\n  """\n',
        'let s = #"""\n  a\n  """#\n',
        'let s = """\n  \\(a)\n  b\n  """\n',
        "let s = #/\n  a b\n/#\n",
        'let s = ##"""\n  a\n  """##\n',
        'let s = "\\(f("""\n  a\n  """))"\n',
        'let s = """\n  a\n  \\\n  b\n  """\n',
        "let s = #expect(a ==\n  b)\n",
        "  // swift-tools-version:5.5\nimport A\n",
    ],
    "a.tcl": [
        "set x {\n a\n}\n",
    ],
    "a.td": [
        "def A { string x = [{\n  a\n}]; }\n",
        'def A { string x = "a\n  b"; }\n',
    ],
    "a.tex": [
        "a\n  b\n",
    ],
    "a.tf": [
        "x = <<-E\n  a\n   b\n  E\n",
        "x = <<~E\n  a\nE\n",
        "x = <<E\n  ${a}\n  b\nE\n",
        "x = <<-E\n  %{ if a ~}\n  b\n  %{ endif ~}\n  E\n",
        'x = "${<<E\n  a\nE\n}"\n',
        "x = [<<E\n  a\nE\n]\n",
        "x = f(<<E\n  a\nE\n)\n",
    ],
    "a.thrift": [
        'const string x = "a\n  b"\n',
    ],
    "a.toml": [
        'x = """\n  a\n  """\n',
        "x = '''\n  a\n  '''\n",
        'x = """a\\\n  b\n  c"""\n',
        'x = ["""\n  a"""]\n',
        'x = {x="""\n  a"""}\n',
    ],
    "a.twig": [
        "a\n  b\n",
    ],
    "a.v": [
        '`define X "a \\\n  b"\n',
    ],
    "a.vim": [
        "let x = [\n  \\ 1]\n",
    ],
    "a.vue": [
        "<template>\n <b>a\n b</b>\n</template>\n",
    ],
    "a.wat": [
        '(module (data "a\n  b"))\n',
    ],
    "a.xml": [
        "<a>\n b</a>\n",
    ],
    "a.yaml": [
        "a: |\n  b\n   c\n",
        "a:\n  b: 1\nc: 1\n",
    ],
}

# File -> (text, text): white space that changes what the code does.
PAIRS = {
    "Dockerfile": [
        ("FROM a\nRUN b\n", "FROM a\n RUN b\n"),
    ],
    "a.clj": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
    ],
    "a.css": [
        ("a\n b {}\n", "a\nb {}\nc {}\n"),
    ],
    "a.csx": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
        ('#r "a"\nf();\n', "f();\n"),
    ],
    "a.dart": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
    ],
    "a.el": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
    ],
    "a.erl": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
    ],
    "a.exs": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
    ],
    "a.fish": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
        ("echo a\\\n  b\n", "echo a\\\nb\n"),
    ],
    "a.groovy": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
    ],
    "a.html": [
        ("<b>a</b> <i>b</i>\n", "<b>a</b><i>b</i>\n"),
    ],
    "a.jl": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
        ("x = [1\n  -2]\n", "x = [1\n  - 2]\n"),
    ],
    "a.kts": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
    ],
    "a.lisp": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
    ],
    "a.lua": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
        ("#!x\nf()\n", " #!x\nf()\n"),
    ],
    "a.md": [
        ("a  \nb\n", "a\nb\n"),
    ],
    "a.ml": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
        ('# 5 "x.ml"\nlet x = 1\n', '  # 5 "x.ml"\nlet x = 1\n'),
        ('let y = 2\n# 5 "x.ml"\nlet x = 1\n', 'let y = 2\n  # 5 "x.ml"\nlet x = 1\n'),
    ],
    "a.pas": [
        (
            "program a;\nbegin\n  asm\n  mov a, b\n  end;\nend.\n",
            "program a;\nbegin\n  asm\n    mov a, c\n  end;\nend.\n",
        ),
    ],
    "a.php": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
        ("<?php f(); ?>\n  \n<?php g();\n", "<?php f(); ?>\n\n<?php g();\n"),
        ("  \n<?php\nf();\n", "\n<?php\nf();\n"),
        ("<?php\n  # ?>  x\n", "<?php\n # ?> x\n"),
    ],
    "a.pl": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
        ('# line 200 "foo"\ndie "x";\n', '  # line 200 "foo"\ndie "x";\n'),
        ('f();\n#line 200\ndie "x";\n', 'f();\n #line 200\ndie "x";\n'),
    ],
    "a.ps1": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
        ("$x = a`\n  b\n", "$x = a`\nb\n"),
        ("cmd --% a\n  b\n", "cmd --%  a\n  b\n"),
    ],
    "a.py": [
        ("if a:\n  b\nc\n", "if a:\n  b\n  c\n"),
    ],
    "a.r": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
    ],
    "a.rb": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
        ("f\n=begin\n  x\n=end\ny\n", "f\n=begin\n  x\n  =end\ny\n"),
    ],
    "a.scm": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
    ],
    "a.sh": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
    ],
    "a.smithy": [
        (
            '$version: "2"\nnamespace a\n/// x\n///   y\nstructure A {}\n',
            '$version: "2"\nnamespace a\n/// x\n/// y\nstructure A {}\n',
        ),
    ],
    "a.sql": [
        ("SELECT 1;\n\\echo x\n", "SELECT 1;\n  \\echo x\n"),
    ],
    "a.swift": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
        ('#sourceLocation(file: "a", line: 1)\nf()\n', "f()\n"),
    ],
    "a.v": [
        ("module a;endmodule\n", "module b;endmodule\n"),
    ],
    "a.vhdl": [
        ("entity A is\nend A;\n--  psl a\n", "entity A is\nend A;\n--  psl b\n"),
    ],
    "a.zig": [
        ("const x =\n  \\\\a\n;\n", "const x =\n  \\\\ a\n;\n"),
    ],
    "a.zsh": [
        ("#!/usr/bin/env x\nf\n", "  #!/usr/bin/env x\nf\n"),
    ],
    "go.mod": [
        ("module a\n", "module  b\n"),
    ],
}

# File -> texts: a column is a value, or an assertion prints its own text.
COLUMNS = {
    "a.ml": ["let x =\n  __LOC__\n", "let x =\n  __POS_OF__ f\n"],
    "a.swift": ["func f() -> Int {\n  return #column\n}\n"],
    "a.zig": ["fn f() u32 {\n  return @src().column;\n}\n"],
    "a.odin": [
        "f :: proc() {\n  g(#location())\n}\n",
        "f :: proc(at := #caller_location) {\n  g(at)\n}\n",
    ],
    "a.pony": ["actor A\n  fun f(): USize =>\n    __loc.pos()\n"],
    "a.dart": [
        "void f(a, b) {\nassert(a &&\n  b);\n}\n",
        "class A {\nA(a) : assert(a &&\n  b);\n}\n",
    ],
    "a.groovy": ["def f() {\nassert a ==\n  b\n}\n"],
    "a.rs": ["fn f() -> u32 {\n  std::panic::Location::caller().column()\n}\n"],
    "a.cpp": ["unsigned f() {\n  return __builtin_COLUMN();\n}\n"],
}
