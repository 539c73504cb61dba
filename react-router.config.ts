import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // What a page can lead to comes with it: two kilobytes instead of a request on every page (docs/decisions/0004).
  // For "lazy", vite.config.ts must keep the router's search for addresses.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
