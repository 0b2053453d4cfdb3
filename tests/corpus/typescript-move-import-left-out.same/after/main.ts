import { net, two } from "./b";

console.log(net({ n: two }));
