try {
  open();
} catch (error) {
  var code = 1;
  close(code);
}
