import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import { z } from "zod";

const message = z.object({ title: z.string(), body: z.string(), path: z.string(), tag: z.string() });
const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });

export type Delivery = {
  message: z.infer<typeof message>;
  ttl: string;
  topic: string;
  claims: z.infer<typeof claims>;
  /** The key that the request was signed with. */
  key: string;
};

export type PushDevice = {
  subscription: { endpoint: string; p256dh: string; auth: string };
  deliveries: Delivery[];
  /** What the push service answers for this device from now on. */
  answers(status: number): void;
};

/**
 * A stand-in for the push service of a browser's maker: checks the signature (RFC 8292), reads what only the device can
 * read (RFC 8291, RFC 8188), and answers as it is told.
 */
export async function pushService() {
  const devices = new Map<string, { status: number; open(body: Buffer): string; deliveries: Delivery[] }>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const device = devices.get(request.url ?? "");
    if (!device || device.status >= 300) return response.writeHead(device?.status ?? 404).end();
    const { key, claims } = signed(request.headers.authorization ?? "");
    device.deliveries.push({
      message: message.parse(JSON.parse(device.open(Buffer.concat(parts)))),
      ttl: String(request.headers.ttl),
      topic: String(request.headers.topic),
      claims,
      key,
    });
    return response.writeHead(device.status).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("The push service listens on no port.");
  const origin = `http://127.0.0.1:${at.port}`;
  return {
    origin,
    device(): PushDevice {
      const path = `/push/${randomBytes(12).toString("hex")}`;
      const keys = createECDH("prime256v1");
      const p256dh = keys.generateKeys("base64url");
      const secret = randomBytes(16);
      const open = (body: Buffer) =>
        decrypted(body, keys.computeSecret.bind(keys), keys.getPublicKey(), secret);
      const made = { status: 201, open, deliveries: [] };
      devices.set(path, made);
      return {
        subscription: { endpoint: origin + path, p256dh, auth: secret.toString("base64url") },
        deliveries: made.deliveries,
        answers: (status) => {
          made.status = status;
        },
      };
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}

function derived(salt: Buffer, secret: Buffer, info: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}

function decrypted(body: Buffer, shared: (key: Buffer) => Buffer, own: Buffer, auth: Buffer): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, sender]);
  const secret = derived(auth, shared(sender), info, 32);
  const key = derived(salt, secret, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derived(salt, secret, "Content-Encoding: nonce\0", 12);
  const sealed = body.subarray(21 + sender.length);
  const reading = createDecipheriv("aes-128-gcm", key, nonce);
  reading.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([reading.update(sealed.subarray(0, -16)), reading.final()]);
  // A byte 2 ends the text, padding follows.
  return text.subarray(0, text.lastIndexOf(2)).toString("utf8");
}

/** The claims of a signed request. Throws when the signature is not that of its key. */
function signed(authorization: string) {
  const [, token = "", key = ""] = /^vapid t=(\S+), ?k=(\S+)$/.exec(authorization) ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({
    key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" },
    format: "jwk",
  });
  const mark = Buffer.from(signature, "base64url");
  const signedText = Buffer.from(`${head}.${body}`);
  if (!verify("sha256", signedText, { key: publicKey, dsaEncoding: "ieee-p1363" }, mark))
    throw new Error("The signature is not that of the key");
  return { key, claims: claims.parse(JSON.parse(Buffer.from(body, "base64url").toString())) };
}
