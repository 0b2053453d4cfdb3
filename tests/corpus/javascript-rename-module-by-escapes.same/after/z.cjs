const lib = require('./l\x69b.js');
console.log(Object.keys(lib));
