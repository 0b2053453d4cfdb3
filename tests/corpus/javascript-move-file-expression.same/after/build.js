export const settings = { test: /[a-z]+\.js$/, loader: "a" };
