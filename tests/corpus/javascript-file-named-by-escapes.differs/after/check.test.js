export const path = './\u{74}ax.js';
