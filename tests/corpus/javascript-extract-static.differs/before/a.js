class Box {
  static open() {
    console.log("open");
    console.log("opened");
  }
}
Box.open();
