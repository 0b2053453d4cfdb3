export class BaseError extends Error {
  constructor(text) {
    super(text);
    this.label = new.target.name;
  }
}
