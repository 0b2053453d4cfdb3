class Box {}
class Crate extends Box {
  constructor() {
    super();
    console.log("open");
    console.log("opened");
  }
}
new Crate();
