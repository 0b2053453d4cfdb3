export function raise(event) {
  function raise(given) {
    return given;
  }
  return read(raise, event);
}
