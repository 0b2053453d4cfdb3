export const settings = { test: /(?<stem>t[a-z]x)/, loader: "a" };
