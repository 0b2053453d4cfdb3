class Box {
  open() {
    console.log("open");
    console.log("opened");
  }
}
new Box().open();
