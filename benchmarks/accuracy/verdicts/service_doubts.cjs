// Why an edit of the TypeScript language service is not what was asked for, by its texts alone:
// `doubts(ts, operation, before, after)` of two {path: text}, a list of reasons.

module.exports = { doubts };

function doubts(ts, operation, before, after) {
  const [one, other] = [before, after].map((files) =>
    Object.entries(files).map(([path, text]) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)));
  const found = {
    "what it wrote does not compile": errors(other) > errors(one),
    "an await takes in more": operation === "inline variable" && awaitsMore(ts, one, other),
    "its body is elsewhere": operation === "rename function" && isDeclaredOnly(ts, one, other),
  };
  return Object.keys(found).filter((reason) => found[reason]);
}

function errors(sources) {
  return sources.reduce((sum, source) => sum + source.parseDiagnostics.length, 0);
}

// `x = await f(); x.a` is not `await f().a`.
function awaitsMore(ts, before, after) {
  const [one, other] = [before, after].map((sources) =>
    nodes(ts, sources, ts.isAwaitExpression).map((node) => node.expression.getText().replace(/\s|!$/g, "")));
  return other.some((text) => !one.includes(text) &&
    one.some((part) => text.startsWith(part) && !other.includes(part)));
}

// What `declare` says has its body, and its name, in another place.
function isDeclaredOnly(ts, before, after) {
  const [one, other] = [before, after].map((sources) =>
    nodes(ts, sources, (node) => ts.isFunctionDeclaration(node) && node.name));
  const kept = new Set(other.map((node) => node.name.text));
  const renamed = one.filter((node) => !kept.has(node.name.text));
  return renamed.length > 0 && renamed.every((node) => !node.body);
}

function nodes(ts, sources, isWanted) {
  const found = [];
  const visit = (node) => {
    if (isWanted(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  sources.forEach(visit);
  return found;
}
