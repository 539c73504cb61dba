// A Chromium for tests and measurements: an installed one, else Debian's, else Playwright's download.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { run } from "./prepare.mjs";

// The headless shell renders the same pages without browser windows, with a quarter less CPU time. It shows no
// notifications.
const shell = "chromium-headless-shell";
const browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const elsewhere = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/**
 * Disabled features: those that Playwright disables (Chromium uses only the last such list, so Playwright's list is
 * repeated here), and the address bar's two suggestion pages, which took more CPU time than a test's own page.
 */
const off = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/** Headless, without a sandbox where there is none (root), and without background requests. */
export const chromiumFlags = [
  "--headless",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  `--disable-features=${off.join(",")}`,
];

/** The path of a Chromium on this machine, or undefined. `whole`: a full browser, not the headless shell. */
export function findChromium({ whole = false } = {}) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = whole ? browsers : [shell, ...browsers];
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH ?? "", ...candidates, ...elsewhere].find(
    (path) => path && existsSync(path),
  );
}

/**
 * Installs what is missing of a Chromium and its headless shell, for this process and those it starts. False when there
 * is no Chromium afterwards.
 */
export async function installChromium() {
  const isChosen = Boolean(process.env.CHROMIUM_PATH);
  const missing = isChosen ? [] : [shell, "chromium"].filter((name) => !isInstalled(name));
  if (missing.length > 0 && process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0)
    installFromDebian(missing);
  if (findChromium({ whole: true })) return true;
  process.stdout.write("Installing Chromium by Playwright ...\n");
  run("npx", ["playwright-core", "install", "chromium"]);
  const { chromium } = await import("playwright-core");
  if (!existsSync(chromium.executablePath())) return false;
  process.env.CHROMIUM_PATH = chromium.executablePath();
  return true;
}

/** Whether there is a headless shell, or a whole browser by any of its names. */
function isInstalled(name) {
  const found = findChromium({ whole: name !== shell });
  return found !== undefined && (name !== shell || basename(found) === shell);
}

/** Each by itself, because older releases of Debian have no headless shell. Without a network it gives up soon. */
function installFromDebian(names) {
  process.stdout.write(`Installing ${names.join(" and ")} from Debian's packages ...\n`);
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  const soon = ["-qq", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10"];
  run("apt-get", ["update", ...soon], quiet);
  for (const name of names) run("apt-get", ["install", "-y", ...soon, name], quiet);
}
