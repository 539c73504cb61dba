import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // The page has the manifest of all routes it can link to: two kilobytes instead of a request on every page
  // (docs/decisions/0004). For "lazy", vite.config.ts must keep the router's route discovery.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
