import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { product } from "../../../shop/catalogue/tables.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aDeliveredOrder, aShirt } from "../../support/orders.server.ts";
import { openCachedShop } from "../../support/pages/cached-shop.server.ts";
import { patience } from "../../support/pages/patience.ts";
import { pagesOf } from "../../support/readers/pdf-reader.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

const cached = openCachedShop();
const screen = "/admin/brand";
const within = patience(2_000, () => cached.get("/faq?q=size"));
const shipped = {
  accent: "#2a3f7e",
  background: "#fcfbf7",
  pairing: "block",
  hasPattern: "on",
  logo: "",
  logoDark: "",
  icon: "",
};
const own = { ...shipped, accent: "#0b6b3a", background: "#f4f0ff", pairing: "serif", hasPattern: "" };
const logoSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="#0b6b3a"/></svg>';

let office: { ask: Ask; admin: Person } | undefined;
async function staff() {
  office ??= { ask: await asking(cached.shop.services), admin: await anAdmin(cached.shop) };
  return office;
}
async function open(path: string, as?: Person) {
  const { ask } = await staff();
  const answer = await ask(path, { as });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}
async function shown() {
  const { admin } = await staff();
  return (await open(screen, admin)).body.toString();
}
/** Sends the form as a browser does, with files, on the version that it shows now. */
async function send(fields: Record<string, string>, files: Record<string, Buffer | string> = {}) {
  const { ask, admin } = await staff();
  const body = new FormData();
  body.set("version", /name="version" value="([^"]*)"/.exec(await shown())?.[1] ?? "");
  for (const [name, value] of Object.entries(fields)) if (value) body.set(name, value);
  for (const [name, bytes] of Object.entries(files))
    body.set(name, new File([new Uint8Array(Buffer.from(bytes))], "a-file"));
  const answer = await ask(screen, {
    method: "POST",
    body,
    headers: { Origin: "http://shop.test" },
    as: admin,
  });
  return { status: answer.status, location: answer.headers.get("Location"), html: await answer.text() };
}
const visit = async (path: string) => (await cached.get(path)).body.toString();
const sheetIn = (html: string) => /href="(\/media\/brand\/[^"]+\.css)"/.exec(html)?.[1];
const icon = () =>
  sharp({ create: { width: 256, height: 256, channels: 4, background: "#c00" } })
    .png()
    .toBuffer();

test("a shop that has no brand of its own has the shipped style sheet and icons only", async () => {
  const html = await visit("/");
  expect(sheetIn(html)).toBeUndefined();
  expect(html).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml"/>');
  expect(html).toContain('content="#1d2a55"');
  expect(html).not.toContain("data-brand");
  expect((await open("/favicon.ico")).headers.get("Location")).toBe("/favicon.png");
});

test("a brand is previewed by staff, published, and carried by page, manifest, icons, mail, invoice and shared pictures", async () => {
  const saved = await send({ ...own, intent: "preview" }, { logoFile: logoSvg, iconFile: await icon() });
  expect([saved.status, saved.location]).toEqual([303, "/?preview=brand/look"]);
  const { ask, admin } = await staff();
  const preview = (await open("/?preview=brand/look", admin)).body.toString();
  expect(sheetIn(preview)).toBeDefined();
  expect(textOf(preview)).toContain("Preview of a draft");
  expect((await open("/admin/brand/mail", admin)).body.toString()).toContain("background:#0b6b3a");
  const shopper = await aShopper(cached.shop);
  for (const html of [
    await visit("/?preview=brand/look"),
    (await open("/?preview=brand/look", shopper)).body.toString(),
  ])
    expect(sheetIn(html)).toBeUndefined();

  const pictures = Object.fromEntries(
    [...(await shown()).matchAll(/name="(logo|icon)" value="([^"]+)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  expect((await send({ ...own, ...pictures, intent: "publish" })).location).toBe(screen);
  await expect.poll(async () => sheetIn(await visit("/")), within).toBeDefined();
  const html = await visit("/");
  const sheet = sheetIn(html) ?? "";
  const css = await open(sheet);
  expect(css.headers.get("Cache-Control")).toContain("immutable");
  expect(css.body.toString()).toMatch(/--paper:#f4f0ff;.*--act:#0b6b3a;.*--face-wide:"Lora"/s);
  expect(css.body.toString()).toContain("@media (prefers-color-scheme:dark){html:root{");
  expect(css.body.toString()).toContain(".block-border,.temple,");
  const [logo = ""] = /\/media\/brand\/[0-9a-f]{32}-logo\.png/.exec(html) ?? [];
  expect(html).toMatch(
    /<picture data-brand="logo plate-dark"><img src="[^"]+" alt="Campus Style" width="144" height="36"/,
  );
  const drawn = await open(logo);
  expect([drawn.headers.get("Content-Type"), (await sharp(drawn.body).metadata()).format]).toEqual([
    "image/png",
    "png",
  ]);

  const manifest = JSON.parse((await open("/manifest.webmanifest")).body.toString());
  expect([manifest.background_color, html.includes(`content="${manifest.theme_color}"`)]).toEqual([
    "#f4f0ff",
    true,
  ]);
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp((await open(src)).body).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  expect((await open("/favicon.ico")).headers.get("Location")).toMatch(
    /^\/media\/brand\/[0-9a-f]{32}-96\.png$/,
  );
  expect((await open("/auth")).body.toString()).toContain(logo);
  const office = (await open("/admin", admin)).body.toString();
  expect(office).toContain(logo);

  await ask("/newsletter", posted({ email: "reader@shop.example" }));
  const order = await aDeliveredOrder(cached.shop, shopper, [[await aShirt(cached.shop), 1]]);
  await cached.shop.runDue();
  const mails = cached.shop.sentMail();
  expect(mails.length).toBeGreaterThan(1);
  for (const { html: mail } of mails) {
    expect(mail).toContain(`${logo}" width="160" height="40" alt="Campus Style"`);
    expect(mail).not.toMatch(/#2a3f7e|#1d2a55|mark\.png|border\.png/);
  }
  const pdf = await ask(`/orders/${order.id}/document.pdf`, { as: shopper });
  const file = new Uint8Array(await pdf.arrayBuffer());
  expect(Buffer.from(file).toString("latin1")).toContain("/Subtype /Image");
  expect((await pagesOf(file)).join(" ")).toContain("Campus Style");
  const [sold] = await cached.shop.services.db
    .select()
    .from(product)
    .where(eq(product.status, "active"))
    .limit(1);
  const shared = await open(`/media/og/${sold?.slug}.jpg`);
  const { data } = await sharp(shared.body)
    .extract({ left: 0, top: 624, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(Math.abs((data[1] ?? 0) - 0x6b)).toBeLessThan(12);

  const [, first = ""] = /name="id" value="(\d*)"/.exec(await shown()) ?? [];
  expect(first).toBe("");
  expect((await send({ intent: "restore", id: "" })).location).toBe(screen);
  await expect.poll(async () => sheetIn(await visit("/")), within).toBeUndefined();
});

test("colours on which nothing can be read are refused at their field, a pale accent is drawn darker", async () => {
  const refused = await send({ ...shipped, background: "#777777", intent: "publish" });
  expect(refused.status).toBe(400);
  expect(textOf(refused.html)).toMatch(/could not be read: contrast \d\.\d to 1, and WCAG AA asks for/);
  expect(refused.html).toContain('value="#777777"');
  const wrong = await send({ ...shipped, accent: "grün", intent: "publish" });
  expect([wrong.status, textOf(wrong.html)]).toEqual([
    400,
    expect.stringContaining("A colour such as #1f5a3c"),
  ]);
  await send({ ...shipped, accent: "#ffe680" });
  const pale = textOf(await shown());
  expect(pale).toContain("Passes Everything can be read (WCAG AA)");
  expect(pale).toMatch(/The accent has a contrast of 1\.\d to 1 on the background, too little/);
});

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c00" } })
    .png()
    .toBuffer();
test.each<[string, string, () => Promise<Buffer> | string, string]>([
  [
    "an SVG with a script",
    "logoFile",
    () => logoSvg.replace("<rect", "<script>alert(1)</script><rect"),
    "scripts",
  ],
  [
    "an SVG that shows a file",
    "logoFile",
    () => logoSvg.replace("<rect", '<image href="file:///etc/passwd"/><rect'),
    "another picture",
  ],
  ["an SVG with entities", "logoFile", () => `<!DOCTYPE svg [<!ENTITY a "b">]>${logoSvg}`, "definitions"],
  ["an endless SVG", "logoFile", () => logoSvg.replace('width="400"', 'width="40000000"'), "megapixels"],
  ["a page with a picture's name", "logoFile", () => "<html><body>hello</body></html>", "not an SVG"],
  ["a long icon", "iconFile", () => png(400, 200), "not square"],
  ["a small icon", "iconFile", () => png(64, 64), "smaller than 192"],
])("%s is refused at its field, and what was typed stays", async (_, field, file, words) => {
  const sent = await send({ ...own, intent: "publish" }, { [field]: await file() });
  expect(sent.status).toBe(422);
  expect(textOf(sent.html)).toMatch(new RegExp(`It was not taken: [^.]*${words}`));
  expect(sent.html).toContain('value="#0b6b3a"');
});

test("pictures that are not stored, and addresses that nobody made, are none", async () => {
  const forged = `${"0".repeat(32)} 10x10`;
  const sent = await send({ ...shipped, logo: forged, intent: "publish" });
  expect([sent.status, textOf(sent.html)]).toEqual([400, expect.stringContaining("not stored any more")]);
  for (const path of [
    `${"0".repeat(32)}-logo.png`,
    "x.css",
    "000000-000000-block-pattern.css",
    "..%2f..%2fetc.png",
  ])
    expect((await open(`/media/brand/${path}`)).status).toBe(404);
  const shopper = await aShopper(cached.shop);
  expect((await open(screen, shopper)).status).not.toBe(200);
});
