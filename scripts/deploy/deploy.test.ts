import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../platform/config.server.ts";
import { settingNames } from "../../platform/environment.server.mjs";
import { maxBodyBytes } from "../../server/requests/request-rules.ts";
import { seen } from "../../test/support/faults/seen.server.ts";
import { findProgram, whyNot } from "./failover/programs.mjs";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");
const source = (path: string) => readFileSync(join(root, path), "utf8");

/** The settings of an environment file: each line is NAME='value', which systemd and a shell read alike. */
function settings(name: string): Record<string, string> {
  const lines = read(name)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const [, key = `not NAME='value': ${line}`, value = ""] = /^([A-Z_]+)='([^'\\]*)'$/.exec(line) ?? [];
      return [key, value];
    }),
  );
}

test("every name in shop.env is a known setting, and with a secret the shop accepts the values", () => {
  const given = settings("shop.env");
  expect(Object.keys(given).filter((name) => !settingNames.includes(name))).toEqual([]);
  expect(readConfig({ ...given, AUTH_SECRET: "x".repeat(32) })).toMatchObject({
    mode: "live",
    host: "127.0.0.1",
    trustProxy: 1,
  });
  expect(Object.keys(settings("backup.env"))).toEqual(["RESTIC_REPOSITORY", "RESTIC_PASSWORD_FILE"]);
});

test("the systemd units start the shop's scripts, write to the state folder only, and use KillMode=mixed", () => {
  const shop = read("campus-style.service");
  expect(shop).toContain("ExecStart=/usr/bin/env node scripts/start.mjs");
  expect(read("campus-style-backup.service")).toContain("node scripts/run.mjs backup ");
  expect(settings("shop.env").DATA_DIR).toMatch(/^\/var\/lib\/campus-style\//);
  expect(shop).toMatch(/^StateDirectory=campus-style$/m);
  expect(shop).toMatch(/^KillMode=mixed$/m);
  expect(shop).toMatch(/^ProtectSystem=strict$/m);
});

test("every metric that an alert uses is exported by /metrics", () => {
  const given = ["requests/metrics.server.ts", "requests/upkeep-readings.server.ts", "shop.server.ts"]
    .map((path) => source(`server/${path}`))
    .join("");
  const asked = [...read("alerts.yml").matchAll(/\b(?:http|database|pages|jobs|mail|backup)_[a-z_]+/g)].map(
    ([name]) => name.replace(/_bucket$/, ""),
  );
  expect(new Set(asked).size).toBeGreaterThan(3);
  expect(asked.filter((name) => !given.includes(`"${name}"`))).toEqual([]);
});

test("nginx accepts the site's configuration, and allows the same body size as the shop", () => {
  const site = read("nginx.conf");
  const port = settings("shop.env").PORT;
  expect(site).toContain(`server 127.0.0.1:${port};`);
  expect(site).toContain(`client_max_body_size ${maxBodyBytes / 1024 / 1024}m;`);
  const nginx = findProgram("nginx");
  if (!nginx) return seen("nginx -t", whyNot({ needs: ["nginx"], packages: "nginx" }) ?? "");
  const folder = mkdtempSync(join(tmpdir(), "campus-style-site-"));
  try {
    const certificate = join(folder, "certificate.pem");
    const key = [
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      certificate,
    ];
    const made = ["req", "-x509", ...key, "-subj", "/CN=shop.test", "-out", join(folder, "chain.pem")];
    expect(spawnSync("openssl", made).status).toBe(0);
    writeFileSync(
      join(folder, "site"),
      site
        .replaceAll(/\/etc\/letsencrypt\S*fullchain.pem/g, join(folder, "chain.pem"))
        .replaceAll(/\/etc\/letsencrypt\S*privkey.pem/g, certificate)
        // nginx -t binds its ports too: they may be in use or privileged, and a machine may have no IPv6.
        .replaceAll(
          /listen (\[::\]:)?(80|443)/g,
          (_, six, port) => `listen unix:${folder}/${port}${six ? 6 : 4}`,
        ),
    );
    writeFileSync(
      join(folder, "nginx.conf"),
      `pid ${folder}/pid; error_log stderr; events {} http { access_log off;
       ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ")}
       include ${folder}/site; }`,
    );
    const { stderr } = spawnSync(nginx, ["-t", "-c", join(folder, "nginx.conf")], { encoding: "utf8" });
    expect(stderr).toContain("test is successful");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
