import { a, b } from './m.js';
export { a, b };
