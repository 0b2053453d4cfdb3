function F() {
  this.flag = this.kind === F;
}
F();
