import { b, a } from './m.js';
export { a, b };
