import { gross } from "./gross";
import { show } from "./shop";
console.log(gross(1), show(2));
