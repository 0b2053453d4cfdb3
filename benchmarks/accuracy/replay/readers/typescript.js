// One JSON request a line on stdin ({path, text}); one answer a line on stdout:
// {functions: [[name, start, end, dump]], code: [lines]}, or null for a file with syntax errors.
"use strict";
const ts = require("typescript");
const crypto = require("crypto");
const readline = require("readline");

const SPELLED = new Set([
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.PrivateIdentifier,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.BigIntLiteral,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
]);

// What a formatter may add or remove without another tree being meant.
function isTransparent(node) {
  return (
    ts.isParenthesizedExpression(node) ||
    node.kind === ts.SyntaxKind.ParenthesizedType ||
    node.kind === ts.SyntaxKind.EmptyStatement
  );
}

function dump(node, out) {
  if (isTransparent(node)) {
    ts.forEachChild(node, (child) => dump(child, out));
    return;
  }
  out.push(String(node.kind));
  if (ts.isJsxText(node)) out.push(JSON.stringify(node.text.replace(/\s+/g, " ").trim()));
  else if (SPELLED.has(node.kind)) out.push(JSON.stringify(node.text));
  if (node.flags & ts.NodeFlags.BlockScoped) out.push(String(node.flags & ts.NodeFlags.BlockScoped));
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    out.push(String(node.operator));
  }
  if (ts.isTypeOperatorNode(node)) out.push(String(node.operator));
  out.push("(");
  ts.forEachChild(node, (child) => dump(child, out));
  out.push(")");
}

function nameOf(node) {
  if (node.name) return node.name.getText();
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const parent = node.parent;
  if (parent && (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent))) {
    return parent.name.getText();
  }
  if (parent && ts.isBinaryExpression(parent)) return parent.left.getText().replace(/\s+/g, "");
  return "";
}

function isFunction(node) {
  return ts.isFunctionLike(node) && node.body !== undefined;
}

function read(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  if (file.parseDiagnostics.length > 0) return null;
  const line = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const functions = [];
  const code = new Set();
  const visit = (node, prefix) => {
    let name = prefix;
    const own = nameOf(node);
    if (isFunction(node) || ts.isClassLike(node)) name = prefix ? `${prefix}.${own}` : own;
    // An arrow function without a name is part of the function around it.
    if (isFunction(node) && own) {
      const out = [];
      dump(node, out);
      const digest = crypto.createHash("sha256").update(out.join(" ")).digest("hex");
      functions.push([name, line(node.getStart()), line(node.getEnd()), digest]);
    }
    if (node.getChildCount() === 0 && node.kind !== ts.SyntaxKind.EndOfFileToken) {
      const last = line(node.getEnd());
      for (let at = line(node.getStart()); at <= last; at++) code.add(at);
    }
    for (const child of node.getChildren()) {
      if (child.kind < ts.SyntaxKind.FirstJSDocNode || child.kind > ts.SyntaxKind.LastJSDocNode) {
        visit(child, name);
      }
    }
  };
  visit(file, "");
  return { functions, code: [...code] };
}

readline.createInterface({ input: process.stdin }).on("line", (request) => {
  const { path, text } = JSON.parse(request);
  process.stdout.write(JSON.stringify(read(path, text)) + "\n");
});
