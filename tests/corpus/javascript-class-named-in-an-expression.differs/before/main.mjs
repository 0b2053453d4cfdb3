import { Box } from './a.mjs';

console.log(Box.name);
