const { f } = require("x");
module.exports = () => f();
