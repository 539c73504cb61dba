// Where a mistake costs most: the files of each area in which `npm run mutation` plants mistakes.
export const areas = {
  money: [
    "shop/money.ts",
    "shop/catalogue/pricing.ts",
    "shop/cart/*.ts",
    "shop/checkout/*.ts",
    "shop/coupons/*.ts",
    "shop/offers/*.ts",
    "shop/tax/*.ts",
    "shop/invoices/{document,draft,issued,order,post,series}*.ts",
  ],
  stock: [
    "shop/catalogue/stock.server.ts",
    "shop/orders/posting/*.ts",
    "shop/catalogue/inventory/*.ts",
    "shop/returns/{returnable-quantity,receive-return}.server.ts",
  ],
  payments: ["shop/payments/*.ts", "platform/payments/{exact-json,signature.server,cashfree.server}.ts"],
  permissions: ["shop/access/*.ts", "app/http/access/*.ts"],
  search: ["shop/search/**/*.ts"],
};
