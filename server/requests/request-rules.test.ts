import { expect, test } from "vitest";
import { preferredEncoding } from "../encoding.server.ts";
import { clientAddress, maxBodyBytes, refusalOf, withoutNul } from "./request-rules.ts";

test.each([
  ["GET", "/shop?q=%zz&x=%E0%A4%A", undefined, undefined],
  ["GET", "/%E0%A4%95%E0%A4%AE%E0%A5%80%E0%A4%9C", undefined, undefined],
  ["POST", "/cart", "100", undefined],
  ["GET", "/%E0%A4%A", undefined, 400],
  ["GET", "/a%00b", undefined, 400],
  ["GET", "/a%5c..%5cb", undefined, 400],
  ["GET", "http://elsewhere.example/", undefined, 400],
  ["GET", "/live?topic=products", undefined, undefined],
  ["GET", "/live.data?topic=products", undefined, 400],
  ["GET", "/LIVE?topic=products", undefined, 400],
  ["GET", "//l%69ve/.data", undefined, 400],
  ["TRACE", "/", undefined, 405],
  ["PROPFIND", "/", undefined, 405],
  ["GET", `/${"x".repeat(5_000)}`, undefined, 414],
  ["POST", "/", String(maxBodyBytes + 1), 413],
])("%s %s with length %s is answered %s", (method, address, length, status) => {
  expect(refusalOf(method, address, length)).toBe(status);
});

test("behind two proxies the client address is the outer proxy's entry, never one written by the client", () => {
  expect(clientAddress("10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2", 2)).toBe("1.2.3.4");
  expect(clientAddress("10.0.0.1", ["6.6.6.6", "1.2.3.4, 10.0.0.2"], 2)).toBe("1.2.3.4");
  expect(clientAddress("10.0.0.1", "1.2.3.4", 2)).toBe("1.2.3.4");
});

test.each([
  ["/shop?q=a%00b", "/shop?q=a+b"],
  ["/shop?q=%2500", "/shop?q=%2500"],
  ["/shop?q=%%0000&%00=%00", "/shop?q=%+00&+=+"],
  ["/shop", "/shop"],
])("the query of %s is read as %s", (address, read) => {
  expect(withoutNul(address)).toBe(read);
});

test("the client address is the connection's, or behind a proxy that proxy's entry, never the client's own", () => {
  expect(clientAddress("10.0.0.1", "1.2.3.4", 0)).toBe("10.0.0.1");
  expect(clientAddress("10.0.0.1", "6.6.6.6, 1.2.3.4", 1)).toBe("1.2.3.4");
  expect(clientAddress("10.0.0.1", undefined, 1)).toBe("10.0.0.1");
});

test.each([
  ["1.2.3.4:5678", "1.2.3.4"],
  ["[2001:db8::1]:5678", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
])("a proxy's entry %s is the client %s, whatever the port of its connection", (entry, address) => {
  expect(clientAddress("10.0.0.1", `6.6.6.6, ${entry}`, 1)).toBe(address);
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["identity", "identity"],
  [undefined, "identity"],
])("with Accept-Encoding %j the encoding is %s", (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding);
});
