import { href } from "react-router";
import type { Services } from "../../../../platform/services.server.ts";
import type { Actor } from "../../../../shop/access/actor.ts";
import {
  type Difference,
  differences,
  type ProductDraft,
  readDraft,
  type VariantDraft,
} from "../../../../shop/catalogue/edit/product-draft.ts";
import { formChoices } from "../../../../shop/catalogue/edit/product-to-edit.server.ts";
import { createProduct, updateProduct } from "../../../../shop/catalogue/edit/save-product.server.ts";
import { variantMatrix } from "../../../../shop/catalogue/edit/variant-matrix.ts";
import { sizesOf } from "../../../../shop/catalogue/kinds/attribute-sets.server.ts";
import { savePicture } from "../../../../shop/catalogue/pictures/save-picture.server.ts";
import { redirectWithToast } from "../../../http/forms/answer.server.ts";
import { uploadForm } from "../../../http/forms/upload-form.server.ts";
import type { RouteArgs } from "../../../http/guards.server.ts";
import { pictureRefusals, productMessages } from "../../../parts/messages/office/product-messages.ts";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { savedProduct } from "../obstacles.server.ts";
import { readOptions } from "./read-options.ts";

/** Shown when the form was not saved: what was typed is the draft. */
export type ProductAnswer = FormAnswer & {
  draft?: ProductDraft;
  /** Differences between the saved product and the typed values, after a concurrent save. */
  differences?: Difference[];
};

/** Up to thirty pictures in one request, for browsers without scripts. */
const maxMegabytes = 60;

/**
 * Handles the product form. In: the actor, the product's id (undefined for a new one), the request. Saves and
 * redirects to the list; or generates the variant table for browsers without scripts; or returns the errors.
 */
export async function handleProductForm(
  services: Services,
  actor: Actor,
  id: string | undefined,
  asked: RouteArgs,
): Promise<Response | ProductAnswer> {
  const failed = id ? productMessages.productNotUpdated : productMessages.productNotCreated;
  const form = await uploadForm(asked, maxMegabytes);
  if (!form) throw new Response("This form is too large.", { status: 413 });
  const draft = readDraft(form.fields);
  const options = readOptions(form.fields);
  const withRows = async () => {
    const { order } = await sizesOf(services);
    return { ...draft, variants: variantMatrix(draft.variants, options.sizes, options.colours, order) };
  };
  if (form.fields.get("intent") === "matrix") return { ok: true, draft: await withRows() };
  const { pictures, refusals } = await saveAll(services, form.files.get("files") ?? []);
  draft.pictures = [...draft.pictures, ...pictures];
  if (refusals.length > 0) {
    return {
      ok: false,
      draft,
      errors: { pictures: refusals.join(" ") },
      toast: { ...productMessages.imagesNotUploaded, text: refusals.join(" ") },
    };
  }
  const missing = optionsWithoutRow(options, draft.variants);
  if (missing.length > 0) {
    const text = `No row yet for ${missing.join(", ")}: the table has them now. Please look at it, then save.`;
    return { ok: false, draft: await withRows(), errors: { variants: text }, toast: { ...failed, text } };
  }
  const saved = await (id
    ? updateProduct(services, actor, id, draft)
    : createProduct(services, actor, draft));
  if (saved.ok) {
    const lacks = await savedProduct(services, saved.value.id);
    const list = href("/admin/products");
    return redirectWithToast(
      lacks ? `${list}?saved=${saved.value.id}` : list,
      lacks?.isDraft ? (id ? "draftUpdated" : "draftCreated") : id ? "productUpdated" : "productCreated",
    );
  }
  if (saved.refused === "wrong") return { ok: false, draft, errors: saved.errors, toast: failed };
  if (saved.refused === "not-found") return { ok: false, draft, toast: productMessages.productGone };
  const { categories } = await formChoices(services);
  const names = new Map(categories.map((one) => [one.id, one.name]));
  return {
    ok: false,
    // Submitting again overwrites the other save.
    draft: { ...draft, version: saved.now.draft.version },
    toast: productMessages.productChangedMeanwhile,
    differences: differences(draft, saved.now.draft, names),
  };
}

/** Sizes and colours that were chosen, but for which the table was not made: they would be lost without a word. */
function optionsWithoutRow(
  { sizes, colours }: ReturnType<typeof readOptions>,
  rows: VariantDraft[],
): string[] {
  const there = new Set(
    rows.flatMap(({ size, colour }) => [size, colour]).map((name) => name.trim().toLowerCase()),
  );
  return [...sizes, ...colours.map(({ name }) => name)].filter((name) => !there.has(name.toLowerCase()));
}

async function saveAll(services: Services, files: Buffer[]) {
  const pictures: ProductDraft["pictures"] = [];
  const refusals: string[] = [];
  for (const [at, file] of files.entries()) {
    const stored = await savePicture(services, file);
    if (stored.ok) pictures.push({ key: stored.value.key, alt: "", colour: "" });
    else refusals.push(`Picture ${at + 1}: ${pictureRefusals[stored.refused]}`);
  }
  return { pictures, refusals };
}
