export const path = './\x66s.js';
