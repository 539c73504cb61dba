import { createHash, createPublicKey, randomBytes, verify } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "../test/support/test-shop.server.ts";
import { localClient, localGoogle } from "./google.server.ts";
import { keptMessages, localMessages } from "./messages.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const origin = "http://shop.test";
const verifier = randomBytes(32).toString("base64url");
const redirect = `${origin}/api/auth/callback/google`;

test("a sign-in that one worker process begins is finished by another, once", async () => {
  const [one, two] = [localGoogle(shop.services), localGoogle(shop.services)];
  const back = await one.answer(
    origin,
    {
      client_id: localClient.clientId,
      redirect_uri: redirect,
      response_type: "code",
      state: "s",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    },
    { email: "Asha@Campus.test", name: "Asha", agreed: true },
  );
  const form = {
    grant_type: "authorization_code",
    code: new URL(back ?? "").searchParams.get("code") ?? "",
    redirect_uri: redirect,
    client_id: localClient.clientId,
    client_secret: localClient.clientSecret,
    code_verifier: verifier,
  };
  const tokens = await two.exchange(origin, form);
  expect(await one.exchange(origin, form)).toBeNull();
  expect(await one.userinfo(tokens?.access_token ?? "")).toMatchObject({
    email: "asha@campus.test",
    name: "Asha",
  });
  const [key] = (await one.jwks()).keys;
  const [head, body, signature = ""] = (tokens?.id_token ?? "").split(".");
  const publicKey = createPublicKey({ key: { ...key }, format: "jwk" });
  const signed = Buffer.from(`${head}.${body}`);
  expect(verify("RSA-SHA256", signed, publicKey, Buffer.from(signature, "base64url"))).toBe(true);
});

test("of the kept messages the newest 50 stay", async () => {
  const ports = { ...shop.services, shopName: async () => "Campus Style" };
  const one = localMessages(ports);
  for (let at = 0; at < 52; at++)
    await one[0]?.sendCode({
      to: `+9198765432${at + 10}`,
      code: "123456",
      minutes: 10,
      domain: "shop.test",
    });
  const listed = await keptMessages(shop.services);
  expect(listed).toHaveLength(50);
  expect(listed[0]).toMatchObject({ to: "+919876543261", channel: "sms" });
});
