import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** Paths from the root. */
const ours =
  /^\/(app\/(parts(?!\/messages\/office)|ui|http|storefront)|shop(?!\/saved-views)|node_modules\/lucide)\//;

/** Whether the storefront's screens may share a module: not what only the back office shares. The root may be a "shop". */
export const isShared = (id: string) => ours.test(id.replace(root, ""));

/**
 * The browser's files: a few, because each can cost a distant phone a round trip. React and the router are not in one,
 * because a browser compiles a file in one task. Ten was the best of 5 to 12 screens that share a module.
 */
export const chunks = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: "router", test: /node_modules\/react-router\// },
  { name: "shop", test: isShared, minShareCount: 10 },
];
