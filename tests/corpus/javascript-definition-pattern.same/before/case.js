const { f: f } = require("x");
module.exports = () => f();
