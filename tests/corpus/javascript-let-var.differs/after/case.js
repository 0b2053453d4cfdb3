for (var i = 0; i < 3; i++) {
  later(() => i);
}
