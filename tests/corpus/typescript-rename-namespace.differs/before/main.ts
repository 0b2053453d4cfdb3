import * as a from "./a";

a[process.argv[2]](2);
