function F() {
  this.flag = made(this);
}
F();
function made(it) {
  return it.kind === F;
}
