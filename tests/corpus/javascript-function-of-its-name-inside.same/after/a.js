export function raise(event) {
  function emit(given) {
    return given;
  }
  return read(emit, event);
}
