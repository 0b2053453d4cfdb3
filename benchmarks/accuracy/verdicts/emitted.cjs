// What TypeScript's compiler and terser make of a file, on stdout: without types, without what is
// never reached, with names of their own. Fails where one of them cannot read it.
"use strict";
const fs = require("fs");
const ts = require("typescript");
const terser = require("terser");

const path = process.argv[2];
const { outputText, diagnostics } = ts.transpileModule(fs.readFileSync(path, "utf8"), {
  fileName: path,
  reportDiagnostics: true,
  compilerOptions: {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    jsx: ts.JsxEmit.React,
    removeComments: true,
    allowJs: true,
  },
});
if (diagnostics.length) process.exit(1);
// Of a file that nobody can import from, all that is not run would be left out: it is a script.
const asScript = (code) => (code ? { code } : terser.minify(outputText, { toplevel: false }));
terser.minify(outputText, { module: true }).then(({ code }) => asScript(code)).then(
  ({ code }) => process.stdout.write(code),
  () => process.exit(1),
);
