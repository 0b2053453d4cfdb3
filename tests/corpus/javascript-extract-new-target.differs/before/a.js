function F() {
  this.flag = new.target === F;
}
F();
