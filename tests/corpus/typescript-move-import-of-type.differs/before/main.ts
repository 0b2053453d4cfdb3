import { gross, show } from "./shop";
console.log(gross(1), show(2));
