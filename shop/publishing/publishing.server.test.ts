import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../test/support/eventually.ts";
import { testShop } from "../../test/support/test-shop.server.ts";
import type { Staff } from "../access/actor.ts";
import { type PageContent, pageKind } from "./kinds.server.ts";
import { draftOf, nextPublicationAt, published, publishedPage } from "./published.server.ts";
import {
  cancelScheduled,
  discardDraft,
  type PublishedKind,
  publicationToEdit,
  publish,
  restore,
  saveDraft,
  versionsOf,
} from "./publishing.server.ts";

const shop = await testShop();
afterAll(shop.dispose);
const services = { ...shop.services, site: { ...shop.services.site, inMemory: true } };
const actor: Staff = { kind: "staff", id: "1", name: "Meera", permissions: new Set(["content.edit"]) };
const text = (body: string, slug = `page-${key.slice(0, 8)}`): PageContent => ({
  title: "About sizes",
  slug,
  body,
  metaTitle: "",
  metaDescription: "",
});
/** A page with a default text. */
const defaultKind: PublishedKind<PageContent> = { ...pageKind, defaultContent: () => text("Shipped") };

let key = "";
beforeEach(() => {
  key = randomUUID();
});
const state = (kind = pageKind) => publicationToEdit(services, kind, key);
const asked = async () => ({ actor, key, version: (await state()).version });
const seen = async (kind = pageKind) => (await published(services, kind, key)).content?.body;
const publishNow = async (body: string, slug?: string) =>
  publish(services, pageKind, { ...(await asked()), content: text(body, slug), at: null });

test("a draft is seen by nobody until it is published, and each version keeps who, when and what", async () => {
  expect(await saveDraft(services, pageKind, { ...(await asked()), content: text("One") })).toEqual({
    ok: true,
    value: undefined,
  });
  expect([await seen(), (await draftOf(services, pageKind, key))?.body]).toEqual([undefined, "One"]);
  await publishNow("One");
  await expect.poll(() => seen()).toBe("One");
  expect((await state()).draft).toBeNull();
  shop.clock.forward(60_000);
  await publishNow("Two");
  await expect.poll(() => seen()).toBe("Two");
  const versions = await versionsOf(services, pageKind, key);
  expect(versions.map(({ by, content }) => [by, content?.body])).toEqual([
    ["Meera (staff)", "Two"],
    ["Meera (staff)", "One"],
  ]);
  await expect(
    shop.services.db.execute(sql`update publication_version set content = '{}' where key = ${key}`),
  ).rejects.toThrow();
  await saveDraft(services, pageKind, { ...(await asked()), content: text("Three") });
  await discardDraft(services, pageKind, await asked());
  expect((await state()).shown?.body).toBe("Two");
  await saveDraft(services, pageKind, { ...(await asked()), content: text("Two") });
  expect((await state()).draft).toBeNull();
});

test("a scheduled version goes live by itself when its time comes, in the cache too; it can be cancelled before", async () => {
  await publishNow("Now");
  await eventually(() => expect(services.live.listening()).toBe(true));
  await expect.poll(() => seen()).toBe("Now");
  const at = new Date(shop.clock.now().getTime() + 3_600_000);
  await publish(services, pageKind, { ...(await asked()), content: text("Later"), at });
  expect([(await state()).scheduled?.liveAt, await seen()]).toEqual([at, "Now"]);
  expect(await nextPublicationAt(services)).toEqual(at);
  await cancelScheduled(services, pageKind, await asked());
  expect([await nextPublicationAt(services), (await state()).draft?.content.body]).toEqual([null, "Later"]);
  await publish(services, pageKind, { ...(await asked()), content: text("Later"), at });
  // The cache has read before; no event comes at that moment.
  await new Promise((later) => setTimeout(later, 100));
  expect(await seen()).toBe("Now");
  shop.clock.forward(3_600_000);
  expect([await seen(), (await state()).live?.content?.body]).toEqual(["Later", "Later"]);
  const late = await publish(services, pageKind, { ...(await asked()), content: text("Late"), at });
  expect(late).toMatchObject({ ok: false, errors: { publishAt: expect.stringContaining("passed") } });
});

test("an earlier version and the default text can be had again", async () => {
  expect(await seen(defaultKind)).toBe("Shipped");
  await publishNow("One");
  await publishNow("Two");
  const [, first] = await versionsOf(services, pageKind, key);
  await restore(services, pageKind, { ...(await asked()), id: first?.id ?? 0 });
  await expect.poll(() => seen()).toBe("One");
  await restore(services, defaultKind, { ...(await asked()), id: null });
  await expect.poll(() => seen(defaultKind)).toBe("Shipped");
  expect(await seen()).toBeUndefined();
  expect(await restore(services, pageKind, { ...(await asked()), id: 999_999 })).toEqual({
    ok: false,
    refused: "not-found",
  });
});

test("two at once: one saves, the other is told; so is who may not", async () => {
  const both = await asked();
  const [one, other] = await Promise.all(
    ["A", "B"].map((body) => saveDraft(services, pageKind, { ...both, content: text(body) })),
  );
  const refusal = { ok: false, refused: "changed-meanwhile" };
  expect([one, other].filter((each) => each?.ok)).toHaveLength(1);
  expect([one, other]).toContainEqual(refusal);
  const stranger: Staff = { ...actor, permissions: new Set(["orders.view"]) };
  expect(
    await publish(services, pageKind, { ...(await asked()), actor: stranger, content: text("C"), at: null }),
  ).toEqual({ ok: false, refused: "not-allowed" });
});

test.each([
  ["{{nmae}}", "There is no placeholder {{nmae}}"],
  ["Ask {{seller}} about it", "a paragraph of its own"],
  ["## {{founders}}", "a paragraph of its own"],
  ["<div>", "not closed"],
])("%j cannot be drawn, so it is neither saved nor published", async (body, why) => {
  for (const outcome of [
    await saveDraft(services, pageKind, { ...(await asked()), content: text(body) }),
    await publishNow(body),
  ])
    expect(outcome).toMatchObject({ ok: false, errors: { body: expect.stringContaining(why) } });
  expect((await state()).version).toBe("0");
});

test("an address belongs to one page, and one that a page left leads to it until another has it", async () => {
  await publishNow("One", "first-address");
  await publishNow("One", "second-address");
  await expect.poll(() => publishedPage(services, "first-address")).toEqual({ movedTo: "second-address" });
  const first = key;
  key = randomUUID();
  expect(await publishNow("Other", "second-address")).toMatchObject({
    ok: false,
    errors: { slug: expect.any(String) },
  });
  await publishNow("Other", "first-address");
  await expect
    .poll(() => publishedPage(services, "first-address"))
    .toMatchObject({ content: { body: "Other" } });
  key = first;
  const versions = await versionsOf(services, pageKind, key);
  const back = await restore(services, pageKind, { ...(await asked()), id: versions.at(-1)?.id ?? 0 });
  expect(back).toMatchObject({ ok: false, errors: { slug: "Another page has this address." } });
  await restore(services, pageKind, { ...(await asked()), id: null });
  await expect.poll(() => publishedPage(services, "second-address")).toBeNull();
});
