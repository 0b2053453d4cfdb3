export const settings = { test: /(?<stem>t[a-z]x)\.js$/, loader: "a" };
