import text from "./tax.js?raw";
console.log(text);
