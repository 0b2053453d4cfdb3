import { read } from "./read.js";
console.log(read("x"));
