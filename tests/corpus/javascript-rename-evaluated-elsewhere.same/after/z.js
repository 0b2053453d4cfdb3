export const run = (text) => JSON.parse(text);
