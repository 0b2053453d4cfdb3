const { g } = require("x");
module.exports = () => g();
