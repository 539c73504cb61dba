import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

/** What only those need who order, follow an order or keep an address. */
const ordering =
  /\/app\/parts\/(orders\/|address\/|unpaid-orders|account\/push-switch|messages\/placement-refusal)|\/shop\/(orders|delivery|accounts|checkout|text)\//;

/** Said by the screens that import it; the others get their words with the server's answers. */
const words = /\/app\/parts\/(messages\/(?!offline)[a-z-]*messages|content\/newsletter-form)\.tsx?/;

/** Of the business, of accounts and of the words what no list and no product's page needs. */
const elsewhere =
  /\/shop\/(audit|order-management|reports|returns|invoices|settings|content|search|catalogue\/(edit|bulk|kinds|inventory))|\/app\/parts\/(listing\/|account\/|content\/(article-card|honeypot|made-html|placeholder|policy-page|seller-facts)|form-drafts)/;

/** What the screens with a list share. */
const lists = /\/app\/parts\/listing\/(?!originating)|\/shop\/search\/text\//;

/**
 * Forms, photos of customers, sharing, tabs, and what stands in the wishlist: no list has them, and a product's page only
 * where somebody asks for more. What is missing here goes to every page as soon as two screens share it.
 */
const forms =
  /\/app\/(ui\/(tabs|forms\/(field|file-field|answer-form|form-context))|parts\/(share|wishlist\/wishlist-item|checkout\/|photos\/))/;

/** Icons of the back office and of screens that follow an order or say how to reach the shop. */
const otherIcons =
  /\/icons\/(arrow-(down|left|up)|bell|download|external-link|eye|file-text|image.*|mail|map-pin|message-circle|package|pencil|phone|printer|rotate-ccw|share-2|tag|trash|trash-2)\.m?js/;

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    // What a late script needs is on the page already; the lists of it would only make the first scripts longer.
    modulePreload: { resolveDependencies: () => [] },
  },
  environments: {
    // As a package it is 1,700 icons for a server that draws sixty.
    ssr: { resolve: { noExternal: ["lucide"] } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A phone far from the server pays for every file with a round trip: a few files, not thirty.
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules\/(react|react-dom|scheduler)\//,
                },
                // Not one file with React: a browser reads a script in one go, and a tap is heard between two.
                {
                  name: "router",
                  test: /node_modules\/(react-router|cookie|turbo-stream|set-cookie-parser)\//,
                },
                {
                  name: (id, chunking) => {
                    const importers = chunking.getModuleInfo(id)?.importers ?? [];
                    if ([ordering, words, elsewhere, forms, otherIcons].some((other) => other.test(id)))
                      return null;
                    return importers.every((from) => from.includes("/app/back-office/"))
                      ? null
                      : "storefront";
                  },
                  test: /\/app\/(parts|ui|web|storefront\/layout)|\/shop\/|node_modules\/lucide\//,
                  minShareCount: 2,
                },
                { name: "words", test: words },
                // One file for what every list has: two pack worse.
                { name: "lists", test: lists, minShareCount: 2 },
                {
                  name: "ordering",
                  test: ordering,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
});
