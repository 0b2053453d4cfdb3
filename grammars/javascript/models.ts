// What functions and methods of JavaScript's library do, said in TypeScript for both languages.
// tracer runs a model in place of the call
// (tracer/classify/equivalence/evaluation/domain/model_files.py says how to write one).

// model of method string.startsWith
function startsWith(text: string, start: string): boolean {
  return text.indexOf(start) === 0;
}

// model of method string.includes
function includes(text: string, part: string): boolean {
  return text.indexOf(part) !== -1;
}

// model of method string.concat
function concat(text: string, other: string): string {
  return text + other;
}

// model of method string.trimLeft
function trimLeft(text: string): string {
  return text.trimStart();
}

// model of method string.trimRight
function trimRight(text: string): string {
  return text.trimEnd();
}

// Of texts only: `includes` finds NaN, and `indexOf` does not.
// model of method Array.includes
function hasText(list: unknown[], wanted: string): boolean {
  return list.indexOf(wanted) !== -1;
}

// model of function Math.pow
function pow(base: number, exponent: number): number {
  return base ** exponent;
}

// model of function Number
function numberOf(text: string): number {
  return +text;
}

// model of function Number.parseInt
function parseWhole(text: string, base: number): number {
  return parseInt(text, base);
}

// model of function Number.parseFloat
function parseNumber(text: string): number {
  return parseFloat(text);
}

// model of function isNaN
function isNotANumber(value: number): boolean {
  return Number.isNaN(value);
}

// model of function isFinite
function isANumber(value: number): boolean {
  return Number.isFinite(value);
}

// model of function Object.hasOwn
function hasOwn(object: unknown, name: string): boolean {
  return Object.prototype.hasOwnProperty.call(object, name);
}
