try {
  open();
} catch (error) {
  var state = 1;
  close(state);
}
