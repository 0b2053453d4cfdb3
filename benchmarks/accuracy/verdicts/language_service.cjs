// Refactorings by the TypeScript language service: reads {files, seed} as JSON on stdin, prints
// {operation, name, after} a line. The argument is the node_modules directory with `typescript`.
const path = require("path");
const ts = require(path.join(process.argv[2], "typescript"));
const job = JSON.parse(require("fs").readFileSync(0, "utf8"));

let state = job.seed >>> 0;
const random = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};

for (const [name, text] of Object.entries(job.files)) {
  const file = "/" + name;
  const host = {
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (at) => (at === file ? ts.ScriptSnapshot.fromString(text) : undefined),
    getCurrentDirectory: () => "/",
    getCompilationSettings: () => ({ noLib: true, jsx: ts.JsxEmit.Preserve, allowJs: true }),
    getDefaultLibFileName: () => "lib.d.ts",
    fileExists: (at) => at === file,
    readFile: (at) => (at === file ? text : undefined),
  };
  const service = ts.createLanguageService(host);
  const source = service.getProgram().getSourceFile(file);
  const found = { locals: [], functions: [], expressions: [], runs: [], moved: [], variables: [] };
  const visit = (node, depth) => {
    const inside = depth > 0;
    if (ts.isVariableDeclaration(node) && inside && ts.isIdentifier(node.name)) {
      found.locals.push(node.name);
      if (node.initializer) found.variables.push(node.name);
    }
    if (ts.isParameter(node) && ts.isIdentifier(node.name)) found.locals.push(node.name);
    if (ts.isFunctionDeclaration(node) && node.name) {
      found.functions.push(node.name);
      if (!inside) found.moved.push(node);
    }
    const isExpression = ts.isCallExpression(node) || ts.isBinaryExpression(node) ||
      ts.isPropertyAccessExpression(node);
    if (inside && isExpression) found.expressions.push(node);
    if (inside && ts.isBlock(node) && node.statements.length > 1) found.runs.push(node.statements);
    const deeper = ts.isFunctionLike(node) ? depth + 1 : depth;
    ts.forEachChild(node, (child) => visit(child, deeper));
  };
  visit(source, 0);
  const pick = (list) => (list.length ? list[random(list.length)] : undefined);
  const show = (operation, after) => {
    if (after && after["/" + name] !== text) {
      const files = Object.fromEntries(Object.entries(after).map(([at, t]) => [at.slice(1), t]));
      process.stdout.write(JSON.stringify({ operation, name, after: files }) + "\n");
    }
  };
  const attempt = (operation, work) => {
    try {
      show(operation, work());
    } catch (error) {
      process.stderr.write(`${name} ${operation}: ${error.message}\n`);
    }
  };
  const rename = (node, to) => {
    if (!node) return;
    const places = service.findRenameLocations(file, node.getStart(), false, false, {
      providePrefixAndSuffixTextForRename: true,
    });
    if (!places || !places.length) return;
    const edits = places.map((p) => ({
      span: p.textSpan, newText: (p.prefixText || "") + to + (p.suffixText || ""),
    }));
    return { [file]: apply(text, edits) };
  };
  const refactor = (range, refactorName, wanted) => {
    if (!range) return;
    const options = { allowTextChangesInNewFiles: true };
    const all = service.getApplicableRefactors(file, range, options);
    const one = all.find((r) => r.name === refactorName);
    const action = one && one.actions.find((a) => wanted.test(a.name) && !a.notApplicableReason);
    if (!action) return;
    const done = service.getEditsForRefactor(
      file, ts.getDefaultFormatCodeSettings("\n"), range, refactorName, action.name, options,
    );
    if (!done) return;
    const after = { [file]: text };
    for (const change of done.edits) {
      after[change.fileName] = apply(after[change.fileName] || "", change.textChanges);
    }
    return after;
  };
  const span = (first, last) => ({ pos: first.getStart(), end: last.getEnd() });
  attempt("rename local", () => rename(pick(found.locals), "renamedLocal"));
  attempt("rename function", () => rename(pick(found.functions), "renamedFunction"));
  for (let i = 0; i < 2; i++) {
    const expression = pick(found.expressions);
    attempt("extract constant", () =>
      expression && refactor(span(expression, expression), "Extract Symbol", /^constant_scope_0$/));
    const run = pick(found.runs);
    attempt("extract function", () => {
      if (!run) return;
      const first = random(run.length);
      const last = Math.min(run.length - 1, first + random(4));
      return refactor(span(run[first], run[last]), "Extract Symbol", /^function_scope_/);
    });
  }
  const variable = pick(found.variables);
  attempt("inline variable", () =>
    variable && refactor(span(variable, variable), "Inline variable", /./));
  const moved = pick(found.moved);
  attempt("move to a new file", () =>
    moved && refactor(span(moved, moved), "Move to a new file", /./));
}

function apply(text, edits) {
  const sorted = [...edits].sort((a, b) => b.span.start - a.span.start);
  for (const { span, newText } of sorted) {
    text = text.slice(0, span.start) + newText + text.slice(span.start + span.length);
  }
  return text;
}
