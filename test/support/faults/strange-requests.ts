import { guardTable } from "../../../app/http/access/guard-table.ts";

export type StrangeRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};

/** Random numbers from 0 to below 1, the same again for the same seed, so that a failure can be reproduced. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const strange = [
  "",
  " ",
  "0",
  "-1",
  "1e309",
  "NaN",
  "null",
  "undefined",
  "true",
  "[]",
  "{}",
  "[object Object]",
  "5f0c9d1e-0000-4000-8000-000000000000",
  "9223372036854775808",
  "2026-13-45T99:99:99Z",
  "0x7fffffff",
  "' or 1=1 --",
  '"; drop table orders; --',
  "\\'; select pg_sleep(9)--",
  "$1",
  "%",
  "_",
  "\\",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "../../../../etc/passwd",
  "..\\..\\win.ini",
  "\u0000",
  "a\u0000b",
  "\ud83d\ude00".repeat(20),
  "\ud800",
  "\u202egnp.exe",
  "कुर्ता",
  "ﷺ",
  "e\u0301".repeat(99),
  "\r\nSet-Cookie: a=b",
  "a\nb",
  "x".repeat(3_000),
  "%00",
  "%ff%fe",
  "%E0%A4%A",
  "/",
  "//",
  "?",
  "#",
  "&=&=&",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "javascript:alert(1)",
  "https://evil.example",
];
const methods = ["GET", "GET", "GET", "POST", "POST", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const fields = [
  "q",
  "page",
  "sort",
  "size",
  "colour",
  "next",
  "intent",
  "id",
  "email",
  "password",
  "quantity",
  "topic",
  "category",
  "min",
  "max",
  "variantId",
  "productId",
  "orderId",
  "status",
  "from",
  "to",
  "version",
  "key",
  "name",
  "phone",
  "pincode",
  "rating",
  "comment",
  "code",
  "token",
  "delta",
  "ids",
  "answer",
];
const types = [
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded",
  "application/json",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "text/plain",
  "application/xml",
  "image/png",
  "",
];
/** Characters that Node's own client refuses to put into a header. */
const noHeader = /[^\t\x20-\x7e]/g;

/** One random request: any route of the guard table, with anything in any place. */
export function strangeRequest(random: () => number, cookies: string[]): StrangeRequest {
  const one = <Item>(items: readonly Item[], fallback: Item): Item =>
    items[Math.floor(random() * items.length)] ?? fallback;
  const value = () => one(strange, "");
  const pattern = one([...guardTable.keys()], "/");
  const escaped = () => (random() < 0.8 ? safely(value()) : value().replace(/[^\x21-\x7e]/g, "%"));
  const filled = pattern.replace(/:\w+\??|\*/g, escaped);
  const data = random() < 0.2 ? ".data" : "";
  const pairs = (count: number) =>
    Array.from({ length: Math.floor(random() * count) }, () => [one(fields, "q"), value()]);
  const query = pairs(5).map(([name = "", said = ""]) => `${name}=${safely(said)}`);
  const method = one(methods, "GET");
  const type = one(types, "");
  const headers: Record<string, string> = { Origin: "", "Content-Type": type };
  if (random() < 0.6) headers.Cookie = one(cookies, "");
  else if (random() < 0.3) headers.Cookie = `session=${safely(value())}; toast=${safely(value())}`;
  for (const name of [
    "Accept",
    "Accept-Language",
    "Accept-Encoding",
    "Range",
    "If-None-Match",
    "If-Modified-Since",
  ])
    if (random() < 0.1) headers[name] = value().replace(noHeader, "");
  for (const name of [
    "Referer",
    "User-Agent",
    "X-Forwarded-For",
    "Idempotency-Key",
    "X-HTTP-Method-Override",
  ])
    if (random() < 0.1) headers[name] = value().replace(noHeader, "");
  return {
    method,
    path: `${filled}${data}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers,
    body: ["GET", "HEAD", "OPTIONS"].includes(method) ? undefined : bodyOf(type, pairs(8), random),
  };
}

function bodyOf(type: string, pairs: string[][], random: () => number): string {
  if (random() < 0.03) return "x".repeat(1_000_000);
  if (random() < 0.1) return pairs.flat().join("");
  if (type.includes("json")) return JSON.stringify(Object.fromEntries(pairs));
  if (type.includes("boundary")) {
    const parts = pairs.map(
      ([name, said]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${said}\r\n`,
    );
    return `${parts.join("")}--x--\r\n`;
  }
  return pairs.map(([name = "", said = ""]) => `${name}=${safely(said)}`).join("&");
}

function safely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
