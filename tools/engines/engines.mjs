// npm run engines: the journeys of a shopper and of staff in Firefox and WebKit, from Debian's packages. Both are found
// on the PATH or where Debian puts them; an engine that is missing is "not run". npm run engines -- firefox: only that
// one.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../../scripts/prepare.mjs";
import { freePort, withTemporaryShop } from "../temporary-shop.mjs";
import { startFirefox } from "./drivers/firefox.server.ts";
import { startWebKit } from "./drivers/webkit.server.ts";
import { tryEngine } from "./run.server.ts";

const print = (words) => process.stdout.write(`${words}\n`);
const libraries = ["x86_64", "aarch64"].flatMap((machine) =>
  ["4.1", "4.0", "6.0"].map((api) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${api}`),
);

const firefox = find(["firefox-esr", "firefox"]);
const webkit = {
  driver: find(["WebKitWebDriver"]),
  browser: find(["MiniBrowser"], libraries),
  display: find(["Xvfb"]),
};
const engines = [
  {
    name: "firefox",
    start: firefox && ((screen) => startFirefox(firefox, screen)),
    packages: "firefox-esr",
  },
  {
    name: "webkit",
    start:
      Object.values(webkit).every(Boolean) &&
      (async (screen) => startWebKit(webkit, await freePort(), screen)),
    packages: "webkit2gtk-driver xvfb",
  },
];

const wanted = process.argv[2];
const pictures = join(root, ".cache/engines");
const failed = await withTemporaryShop(async (address) => {
  let failed = 0;
  for (const { name, start, packages } of engines) {
    if (wanted && wanted !== name) continue;
    if (start) failed += await tryEngine(address, start, { print, pictures });
    else print(`== ${name}: not run. apt-get install ${packages}`);
  }
  return failed;
});
print(failed === 0 ? "No journey failed." : `${failed} failed.`);
process.exit(failed === 0 ? 0 : 1);

function find(names, more = []) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", ...more];
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}
