class Box {
  static open() {
    this.tell();
  }

  tell() {
    console.log("open");
    console.log("opened");
  }
}
Box.open();
