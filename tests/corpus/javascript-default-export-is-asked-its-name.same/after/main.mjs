import Box from './a.mjs';

console.log(new Box() instanceof Box);
