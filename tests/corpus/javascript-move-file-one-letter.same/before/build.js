export const settings = { src: ["n?t.js"] };
