import count from "./a.mjs";

console.log(count.name);
