export { other } from "./a";
