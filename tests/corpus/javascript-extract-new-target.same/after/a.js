function F() {
  this.made = made(this);
}
F();
function made(it) {
  return it.kind === F;
}
