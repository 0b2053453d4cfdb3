// Refactorings by the TypeScript language service: reads {files, seed} as JSON on stdin, prints
// {operation, name, after, doubts} a line. The argument is the node_modules directory with `typescript`.
//
// The service does not promise that behaviour is kept. `doubts` says why an edit cannot be relied
// on, if so, by what was refactored: an extracted or inlined expression is evaluated first in its
// statement, in any case (or is a constant); an extracted function has no part of another
// function's `this`, `arguments`, `await` or `yield`; what was renamed is no parameter
// property and no declared `this`; a function that moves is still used by its former file, does not ask which file it is
// in, and finds all that it names where it goes (the service leaves out what a pattern binds, and
// assigns to imports). And by what was written, read again: `service_doubts.cjs`.
const path = require("path");
const ts = require(path.join(process.argv[2], "typescript"));
const written = require("./service_doubts.cjs");
const job = JSON.parse(require("fs").readFileSync(0, "utf8"));

let state = job.seed >>> 0;
const random = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};

for (const [name, text] of Object.entries(job.files)) refactorFile(name, text);

function refactorFile(name, text) {
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
      if (!inside && node.body) found.moved.push(node);
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
  const show = (operation, after, doubts) => {
    if (after && after["/" + name] !== text) {
      const files = Object.fromEntries(Object.entries(after).map(([at, t]) => [at.slice(1), t]));
      const more = written.doubts(ts, operation, { [name]: text }, files);
      process.stdout.write(JSON.stringify({ operation, name, after: files, doubts: [...doubts, ...more] }) + "\n");
    }
  };
  const attempt = (operation, work, doubts = () => ({})) => {
    try {
      const after = work();
      show(operation, after, after ? Object.entries(doubts()).filter((d) => d[1]).map((d) => d[0]) : []);
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
    const action = all
      .filter((r) => r.name === refactorName)
      .flatMap((r) => r.actions)
      .find((a) => wanted.test(a.name) && !a.notApplicableReason);
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
  const local = pick(found.locals);
  attempt("rename local", () => rename(local, local && cased(local, "renamedLocal")),
    () => ({
      "a parameter that is a property": ts.isParameterPropertyDeclaration(local.parent, local.parent.parent),
      "a declared this": local.text === "this",
    }));
  const called = pick(found.functions);
  attempt("rename function", () => rename(called, called && cased(called, "renamedFunction")));
  for (let i = 0; i < 2; i++) {
    let expression = pick(found.expressions);
    for (let j = 0; j < 8 && expression && !isFirst(expression); j++) {
      expression = pick(found.expressions);
    }
    attempt("extract constant", () =>
      expression && refactor(span(expression, expression), "Extract Symbol", /^constant_scope_0$/),
      () => ({ "not evaluated first, or not in any case": !isFirst(expression) }));
    const run = pick(found.runs);
    let part = [];
    attempt("extract function", () => {
      if (!run) return;
      const first = random(run.length);
      const last = Math.min(run.length - 1, first + random(4));
      part = run.slice(first, last + 1);
      return refactor(span(run[first], run[last]), "Extract Symbol", /^function_scope_/);
    }, () => ({ "this, arguments, await or yield": part.some(isBound) }));
  }
  let variable = pick(found.variables);
  for (let j = 0; j < 12 && variable && inliningDoubt(variable); j++) {
    variable = pick(found.variables);
  }
  attempt("inline variable", () =>
    variable && refactor(span(variable, variable), "Inline variable", /./),
    () => ({ [inliningDoubt(variable)]: inliningDoubt(variable) }));
  const checker = service.getProgram().getTypeChecker();
  const moved = pick(found.moved.filter((node) => isUsedBesides(node, source, checker))) || pick(found.moved);
  attempt("move to a new file", () =>
    moved && refactor(span(moved, moved), "Move to a new file", /./),
    () => ({
      "declared twice, or its file uses it no more": !isUsedBesides(moved, source, checker),
      "means another thing elsewhere": !isAtHomeAnywhere(moved, source, checker),
    }));
  attempt("sort imports", () => {
    const done = service.organizeImports(
      { type: "file", fileName: file, mode: ts.OrganizeImportsMode.SortAndCombine },
      ts.getDefaultFormatCodeSettings("\n"), {},
    );
    return done.length ? { [file]: apply(text, done.flatMap((d) => d.textChanges)) } : undefined;
  });
}

// A new name with the first letter of the former one as it was: a small one makes a tag another thing.
function cased(node, name) {
  return /^[A-Z]/.test(node.text) ? name[0].toUpperCase() + name.slice(1) : name;
}

// Whether the file uses a function elsewhere, so that it goes on importing what the function needs;
// and whether the function has one declaration.
function isUsedBesides(node, source, checker) {
  const own = checker.getSymbolAtLocation(node.name);
  let uses = 0;
  const visit = (at) => {
    const isInside = at.pos >= node.pos && at.end <= node.end;
    if (!isInside && ts.isIdentifier(at) && at.text === node.name.text && meant(at, checker) === own) uses += 1;
    ts.forEachChild(at, visit);
  };
  visit(source);
  return uses > 0 && own.declarations.length === 1;
}

function meant(identifier, checker) {
  return ts.isShorthandPropertyAssignment(identifier.parent)
    ? checker.getShorthandAssignmentValueSymbol(identifier.parent)
    : checker.getSymbolAtLocation(identifier);
}

// Whether a function means the same in another file, once that imports what it names of this one.
function isAtHomeAnywhere(node, source, checker) {
  const ofFile = ["__dirname", "__filename", "require", "module", "exports"];
  const isWrong = (at) => {
    if (ts.isMetaProperty(at)) return true;
    if (!ts.isIdentifier(at)) return Boolean(ts.forEachChild(at, (child) => isWrong(child) || undefined));
    const isMember = at.parent.name === at && !ts.isShorthandPropertyAssignment(at.parent);
    const symbol = isMember ? undefined : meant(at, checker);
    if (!symbol || !symbol.declarations) return !isMember && ofFile.includes(at.text);
    return symbol.declarations.some((declared) => {
      if (declared.pos >= node.pos && declared.end <= node.end) return false;
      return ts.isBindingElement(declared) || (ts.isVariableDeclaration(declared) && isAssigned(at));
    });
  };
  return !isWrong(node);
}

function isAssigned(identifier) {
  const parent = identifier.parent;
  return (ts.isBinaryExpression(parent) && parent.left === identifier && isAssignment(parent)) ||
    ((ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) && isStep(parent));
}

// Whether code uses what belongs to the function around: its object, arguments, turns.
function isBound(node) {
  if (node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword) return true;
  if (ts.isIdentifier(node) && node.text === "arguments") return true;
  if (ts.isAwaitExpression(node) || ts.isYieldExpression(node)) return true;
  if (ts.isForOfStatement(node) && node.awaitModifier) return true;
  const isOwn = ts.isFunctionLike(node) && !ts.isArrowFunction(node);
  return !isOwn && Boolean(ts.forEachChild(node, (child) => isBound(child) || undefined));
}

// Whether an expression is what its statement evaluates first, and evaluates it once in any case.
function isFirst(node, wanted) {
  let at = node;
  while (!ts.isStatement(at)) {
    const parent = at.parent;
    const first =
      (ts.isCallExpression(parent) && parent.expression === at) ||
      (ts.isCallExpression(parent) && parent.arguments[0] === at && isStill(parent.expression) &&
        (isNear(parent.expression) || !hasCall(node))) ||
      (ts.isPropertyAccessExpression(parent) && parent.expression === at) ||
      (ts.isElementAccessExpression(parent) && parent.expression === at) ||
      (ts.isBinaryExpression(parent) && parent.left === at && !isAssignment(parent)) ||
      (ts.isBinaryExpression(parent) && parent.right === at && isAssignment(parent) && ts.isIdentifier(parent.left)) ||
      (ts.isVariableDeclaration(parent) && parent.initializer === at && parent.parent.declarations[0] === parent) ||
      (ts.isConditionalExpression(parent) && parent.condition === at) ||
      (ts.isPrefixUnaryExpression(parent) && !isStep(parent)) ||
      ts.isVariableDeclarationList(parent) || ts.isParenthesizedExpression(parent) ||
      ts.isAwaitExpression(parent) || ts.isAsExpression(parent) || ts.isNonNullExpression(parent) ||
      ts.isVariableStatement(parent) || ts.isExpressionStatement(parent) || ts.isReturnStatement(parent) ||
      ts.isThrowStatement(parent) || ts.isSwitchStatement(parent) ||
      (ts.isIfStatement(parent) && parent.expression === at && !ts.isIfStatement(parent.parent));
    if (!first || (parent.questionDotToken && node !== at)) return false;
    at = parent;
  }
  const isCallee = ts.isCallExpression(node.parent) && node.parent.expression === node;
  return ts.isBlock(at.parent) && !isCallee && (!wanted || at === wanted);
}

function isAssignment(node) {
  const kind = node.operatorToken.kind;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function isStep(node) {
  return [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].includes(node.operator);
}

// A function, or a method of something that has a name: which one it is, a call before may hardly change.
function isNear(node) {
  return ts.isIdentifier(node) || (ts.isPropertyAccessExpression(node) && !ts.isPropertyAccessExpression(node.expression));
}

function hasCall(node) {
  const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
  return isCall || Boolean(ts.forEachChild(node, (child) => hasCall(child) || undefined));
}

// Names and members of them: reading them has no effect.
function isStill(node) {
  return ts.isIdentifier(node) || node.kind === ts.SyntaxKind.ThisKeyword ||
    (ts.isPropertyAccessExpression(node) && isStill(node.expression));
}

// Why a use of a variable may not be its value as well, unless that is a constant, or its one use is first
// in the next statement.
function inliningDoubt(name) {
  const value = name.parent.initializer;
  const statement = name.parent.parent.parent;
  if (!ts.isVariableStatement(statement) || !ts.isBlock(statement.parent)) return "no statement of a block";
  if (ts.isNumericLiteral(value) || ts.isStringLiteralLike(value)) return "";
  const uses = [];
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text === name.text && node !== name) uses.push(node);
    ts.forEachChild(node, visit);
  };
  visit(statement.parent);
  const statements = statement.parent.statements;
  const next = statements[statements.indexOf(statement) + 1];
  if (uses.length !== 1) return uses.length ? "evaluated more than once" : "never used";
  if (!next || uses[0].pos < next.pos || uses[0].end > next.end) return "not used in the next statement";
  if (ts.isShorthandPropertyAssignment(uses[0].parent)) return "a shorthand";
  return isFirst(uses[0], next) ? "" : "not evaluated first, or not in any case";
}

function apply(text, edits) {
  const sorted = [...edits].sort((a, b) => b.span.start - a.span.start);
  for (const { span, newText } of sorted) {
    text = text.slice(0, span.start) + newText + text.slice(span.start + span.length);
  }
  return text;
}
