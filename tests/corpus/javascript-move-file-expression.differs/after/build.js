export const settings = { test: /t[a-z]x\.js$/, loader: "a" };
