import type { Config } from "../platform/config.server.ts";
import type { Services } from "../platform/services.server.ts";

type Ports = Pick<Services, "credentials" | "payments">;

/**
 * The message after the start: the address, where it listens, how to sign in, what is not set up. In: the port it
 * listens on, the seconds since the start, and whether any account can open the back office.
 */
export function startupMessage(
  config: Config,
  services: Ports,
  { port, seconds, owned }: { port: number; seconds: number; owned: boolean },
): string {
  const address = config.publicUrl ?? `http://localhost:${port}`;
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  const everywhere = ["0.0.0.0", "::"].includes(config.host) ? ": every address of this machine" : "";
  const lines = [
    "",
    `Campus Style runs at ${address} (${config.mode} mode, started in ${seconds.toFixed(1)} s)`,
    `It listens on ${host}:${port}${everywhere}.`,
  ];
  if (config.mode === "demo") {
    lines.push(
      "",
      "  Sign in as   admin@campus.test    campus-admin-demo",
      "               shopper@campus.test  campus-shopper-demo",
    );
  }
  if (config.isTrial)
    lines.push("", "  Trial: this shop runs on this machine only, and cannot be opened to the public.");
  if (!owned)
    lines.push(
      "",
      "  Nobody can open the back office yet: npm run owner -- EMAIL makes a link for its owner.",
    );
  const missing = missingSetup(config, services);
  if (missing.length > 0) lines.push("", "  Not set up (docs/operations.md tells how):");
  lines.push(...missing.map(([what, instead]) => `    ${what.padEnd(16)}${instead}`), "");
  lines.push("  Ctrl-C stops it.", "");
  return lines.join("\n");
}

function missingSetup(
  { mode, publicUrl }: Config,
  { credentials, payments }: Ports,
): [what: string, instead: string][] {
  const has = credentials.inUse();
  const inDemo = (demo: string, live: string) => (mode === "demo" ? demo : live);
  const missing: [string, string][] = [];
  if (!has.SMTP_URL) missing.push(["mail", `stays in the outbox${inDemo(", see /dev/mail", "")} (SMTP_URL)`]);
  if (!payments.online || payments.online.mode === "local")
    missing.push([
      "online payment",
      `${inDemo("a page of our own stands in", "cash on delivery only")} (CASHFREE_APP_ID, CASHFREE_SECRET_KEY)`,
    ]);
  if (!has.GOOGLE_CLIENT_ID)
    missing.push([
      "Google sign-in",
      `${inDemo("a page of our own stands in", "not offered")} (GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET)`,
    ]);
  if (!has.MSG91_AUTH_KEY && !has.WHATSAPP_TOKEN)
    missing.push([
      "codes to phones",
      `${inDemo("see /dev/messages", "not offered")} (MSG91_AUTH_KEY, WHATSAPP_TOKEN)`,
    ]);
  if (!publicUrl) missing.push(["public address", "links in mails lead to this machine (PUBLIC_URL)"]);
  return missing;
}
