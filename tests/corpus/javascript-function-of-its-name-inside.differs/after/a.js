export function raise(event) {
  hold(raise);
  function emit(given) {
    return given;
  }
  return read(emit, event);
}
