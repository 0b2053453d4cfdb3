import { rate, tax } from "./shop.json" with { type: "json" };
show(rate, tax);
