export const settings = { src: ["t?x.js"] };
