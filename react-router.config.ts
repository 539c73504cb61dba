import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // All addresses come with the first page: a few hundred bytes instead of a request on every page.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
