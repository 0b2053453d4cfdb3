function F() {
  this.made = this.kind === F;
}
F();
