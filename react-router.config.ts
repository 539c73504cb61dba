import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // One file with all routes, 5 KB: "lazy" asks the server on every page which routes its links lead to
  // (docs/decisions/0004).
  routeDiscovery: { mode: "initial" },
} satisfies Config;
