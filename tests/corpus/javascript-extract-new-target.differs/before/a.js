function F() {
  this.made = new.target === F;
}
F();
