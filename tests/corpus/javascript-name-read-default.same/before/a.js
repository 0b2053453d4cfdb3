export function f(build) {
  build = build ?? fallback();
  return build.name;
}
