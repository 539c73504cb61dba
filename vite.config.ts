import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A phone far from the server pays for every file with a round trip: a few files, not thirty.
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|turbo-stream|set-cookie-parser)\//,
                },
                {
                  name: "storefront",
                  // Without what only staff need: no shopper loads it.
                  test: /\/app\/(parts(?!\/words\/product-messages)|ui|web|storefront\/layout)|\/shop\/(?!audit|order-desk|figures|catalogue\/(edit|bulk|kinds|inventory))|node_modules\/lucide-react\//,
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
