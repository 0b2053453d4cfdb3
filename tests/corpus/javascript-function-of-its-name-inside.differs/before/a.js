export function raise(event) {
  hold(raise);
  function raise(given) {
    return given;
  }
  return read(raise, event);
}
