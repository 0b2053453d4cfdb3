class Box {
  open() {
    this.tell();
  }

  tell() {
    console.log("open");
    console.log("opened");
  }
}
new Box().open();
