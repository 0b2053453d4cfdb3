import * as a from "./a";

a.other(2);
