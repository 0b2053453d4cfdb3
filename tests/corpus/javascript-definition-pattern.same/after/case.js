const { f: g } = require("x");
module.exports = () => g();
