export function make() {
  class Form {}
  return Form.name;
}
