try {
  open();
} catch (code) {
  var code = 1;
  close(code);
}
