import shop, { tax } from "./shop.json" with { type: "json" };
show(shop, tax);
