import { createPublicKey } from "node:crypto";
import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

// Two lists: in a single one, an IPv4 address would also be checked against the rules for ::ffff:0:0/96.
const closed4 = new BlockList();
const closed6 = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  closed4.addSubnet(network, prefix, "ipv4");
// Of IPv6 only global unicast (2000::/3) is public, except documentation, Teredo and 6to4 ranges.
for (const [network, prefix] of [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  closed6.addSubnet(network, prefix, "ipv6");

/** Whether an IP address is on the public internet (IANA's special-purpose registries). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family === 4 ? !closed4.check(address, "ipv4") : family === 6 && !closed6.check(address, "ipv6");
}

/** Whether an address names https on a public host: no IP, no name of a private network, no port, no password. */
export function isPublicHttps(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" || url.port || url.username || url.password) return false;
  const host = url.hostname.replace(/\.$/, "");
  return (
    !host.startsWith("[") &&
    isIP(host) === 0 &&
    host.includes(".") &&
    !/\.(localhost|local|internal|intranet|lan|home|corp|test|invalid|example|arpa|onion)$/.test(host)
  );
}

/**
 * Resolves a name as Node does, and fails when any of its addresses is not public. The connection uses the addresses
 * checked here, so a second, different DNS answer (DNS rebinding) has no effect.
 */
export const lookupPublic: LookupFunction = (hostname, options, found) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return found(error ?? new Error(`${hostname} has no address`), "");
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return found(new Error(`${hostname} is not on the public internet`), "");
    return options.all ? found(null, addresses) : found(null, first.address, first.family);
  });
};

/**
 * Whether 65 bytes in base64url (0x04, x, y) are a point on P-256: nothing can be encrypted for a device
 * with another key.
 */
export function isCurvePoint(written: string): boolean {
  const bytes = Buffer.from(written, "base64url");
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString("base64url"));
  try {
    createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
    return true;
  } catch {
    return false;
  }
}
