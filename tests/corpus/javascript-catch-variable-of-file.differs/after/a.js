try {
  open();
} catch (code) {
  var state = 1;
  close(code);
}
