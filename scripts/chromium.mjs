// A Chromium for tests and measurements: an installed one, else Debian's, else Playwright's download.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./prepare.mjs";

// The headless shell first: it draws the same pages without the windows of a browser, for a third less computing.
const names = [
  ...["chromium-headless-shell", "chromium", "chromium-browser"],
  ...["google-chrome", "google-chrome-stable"],
];
const elsewhere = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/**
 * What Chromium does not do: what Playwright switches off (of several lists Chromium takes the last, so its list stands
 * here again), and the address bar's two pages of suggestions, which took more computing than a test's own page.
 */
const off = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
];

/** Headless, without a sandbox where there is none (root), and without background requests. */
export const chromiumFlags = [
  "--headless",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"],
  `--disable-features=${off.join(",")}`,
];

/** The path of a Chromium on this machine, or undefined. */
export function findChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH ?? "", ...candidates, ...elsewhere].find(
    (path) => path && existsSync(path),
  );
}

/** The path of a Chromium, installed when there was none; undefined when that failed. */
export async function installChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    process.stdout.write("Installing Chromium from Debian's packages ...\n");
    const quiet = { DEBIAN_FRONTEND: "noninteractive" };
    run("apt-get", ["update", "-qq"], quiet);
    for (const name of names.slice(0, 2)) {
      run("apt-get", ["install", "-y", "-qq", name], quiet);
      const installed = findChromium();
      if (installed) return installed;
    }
  }
  process.stdout.write("Installing Chromium by Playwright ...\n");
  run("npx", ["playwright-core", "install", "chromium"]);
  const { chromium } = await import("playwright-core");
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}
