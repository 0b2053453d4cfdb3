class Box {}
class Crate extends Box {
  constructor() {
    console.log("open");
    console.log("opened");
    super();
  }
}
new Crate();
