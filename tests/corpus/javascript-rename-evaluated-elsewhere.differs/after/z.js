export const run = (text) => eval(text);
