function F() {
  this.made = made();
}
F();
function made() {
  return new.target === F;
}
