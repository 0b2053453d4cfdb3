const shop = require('./sh\x6fp.js');
console.log(Object.keys(shop));
