export function check(name) {
  jest.mock(`./${name}.js`);
}
