import { net } from "./a";
import { two } from "./b";

console.log(net({ n: two }));
