import { tax, rate } from "./shop.json" with {type:"json"};
show(rate, tax);
