function F() {
  this.flag = made();
}
F();
function made() {
  return new.target === F;
}
