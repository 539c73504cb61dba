import { href } from "react-router";
import { z } from "zod";
import type { Services } from "../../../../platform/services.server.ts";
import { can, type Staff } from "../../../../shop/access/actor.ts";
import { maxPerLine } from "../../../../shop/cart/cart.ts";
import { findCustomers } from "../../../../shop/customers/find-customers.server.ts";
import {
  type DraftContent,
  discountField,
  maxDraftLines,
  readDraft,
  withContact,
  withoutContact,
} from "../../../../shop/draft-orders/draft.ts";
import {
  contactOfAccount,
  type Draft,
  deleteDraft,
  draftOf,
  duplicateToDraft,
  type SaveRefusal,
  saveDraft,
} from "../../../../shop/draft-orders/drafts.server.ts";
import { placeDraft } from "../../../../shop/draft-orders/place-draft.server.ts";
import { applyOrderEdit } from "../../../../shop/order-management/edit-order.server.ts";
import { redirectWithToast, refuse, refuseFields } from "../../../http/forms/answer.server.ts";
import { formFields } from "../../../http/forms/form.server.ts";
import type { RouteArgs } from "../../../http/guards.server.ts";
import type { MessageName } from "../../../http/toast.server.ts";
import * as officeMessages from "../../../parts/messages/office/office-messages.ts";
import { editRefusalWords } from "../by-hand.tsx";
import { toldMessage } from "../told.server.ts";

/** Fifty lines with prices. */
const maxBytes = 60_000;
const drafts = href("/admin/orders/drafts");
const orderPath = (id: string) => href("/admin/orders/:id", { id });
const draftPath = (id: string) => href("/admin/orders/drafts/:id", { id });

/**
 * Handles the form of an order by hand. Every button saves first, so that nothing typed is lost: 'find' shows customers
 * and products, 'use:<account>' and 'forget' choose whom it is for and fill in or take away what nobody typed,
 * 'add:<variant>' and 'remove:<variant>' change the items, 'save', 'place'. 'delete' and 'duplicate' do not look at the
 * fields. In: the id of the address; null for a new order, which gets its id in the hidden field `draft` once it is saved.
 */
export async function handleDraftForm(
  services: Services,
  actor: Staff,
  addressed: string | null,
  asked: RouteArgs,
) {
  const fields = await formFields(asked, maxBytes);
  const id = addressed ?? (fields.get("draft") || null);
  const [intent = "", subject = ""] = (fields.get("intent") ?? "").split(":");
  if (id !== null && intent === "delete") {
    const edited = (await draftOf(services, id))?.edits;
    const deleted = await deleteDraft(services, actor, id);
    if (edited && deleted.ok) return redirectWithToast(orderPath(edited.orderId), "orderEditDropped");
    return redirectWithToast(drafts, deleted.ok ? "draftDeleted" : "draftGone");
  }
  if (id !== null && intent === "duplicate") {
    const copied = await duplicateToDraft(services, actor, { draft: id });
    return copied.ok
      ? redirectWithToast(draftPath(copied.value.id), "draftCopied")
      : redirectWithToast(drafts, copied.refused === "not-found" ? "draftGone" : "draftCustomerGone");
  }
  const read = readDraft(fields);
  if (!read.ok) return refuseFields(read.errors, 400, fields, { toast: officeMessages.formWrong });
  const before = id === null ? null : await draftOf(services, id);
  const chosen = await change(
    services,
    actor,
    { intent, subject, customer: fields.get("customer") ?? "" },
    { content: before?.edits ? editedContent(before.content, read.value) : read.value, before },
  );
  if ("error" in chosen) return refuseFields({ product: chosen.error }, 400, fields);
  const saved = await saveDraft(services, actor, {
    id,
    version: Number(fields.get("version")) || 0,
    ...chosen,
  });
  if (!saved.ok) return refuse(saveRefusals[saved.refused], fields);
  if (intent === "apply" && before?.edits) {
    // Only what was looked at is applied.
    const isSeen = JSON.stringify(saved.value.content) === JSON.stringify(before.content);
    if (!isSeen) return redirectWithToast(`${draftPath(saved.value.id)}#changes`, "orderEditLook");
    return apply(services, actor, saved.value, fields);
  }
  if (intent === "place") return place(services, actor, saved.value, fields);
  const found = new URLSearchParams(
    ["customer", "product"].flatMap((name) => {
      const typed = (intent === "find" || intent === "add") && fields.get(name)?.trim().slice(0, 80);
      return typed ? [[name, typed]] : [];
    }),
  );
  if (intent === "save")
    return before?.edits
      ? redirectWithToast(`${draftPath(saved.value.id)}#changes`, "orderEditLook")
      : redirectWithToast(draftPath(saved.value.id), "orderDraftSaved");
  return redirectWithToast(`${draftPath(saved.value.id)}${found.size > 0 ? `?${found}` : ""}`, undefined);
}

/** What the form of an edit asks for; the rest is the order's. */
function editedContent(before: DraftContent, typed: DraftContent): DraftContent {
  const { lines, name, phone, line1, line2, postalCode, city, state } = typed;
  const { companyName, buyerGstin, discountReason, shipping, comment } = typed;
  // Its field does not show the maximum of a percentage, which stays until another discount replaces it.
  const isSame = discountField(typed.discount) === discountField(before.discount);
  const discount = isSame ? before.discount : typed.discount;
  const address = { name, phone, line1, line2, postalCode, city, state, companyName, buyerGstin };
  return { ...before, ...address, lines, discount, discountReason, shipping, comment };
}

const refusalWords = {
  ...editRefusalWords,
  "not-found": officeMessages.draftGone.text ?? "",
  "changed-meanwhile": officeMessages.draftChanged.text ?? "",
};

async function apply(services: Services, actor: Staff, draft: Draft, fields: Map<string, string>) {
  const { id, version } = draft;
  const applied = await applyOrderEdit(services, actor, { draftId: id, version });
  if (applied.ok) {
    const { orderId } = applied.value;
    return redirectWithToast(orderPath(orderId), await toldMessage(services, orderId, "orderEdited"));
  }
  const again = new Map(fields).set("draft", id).set("version", String(version));
  const toast = officeMessages.orderEditRefused;
  if ("errors" in applied) return refuseFields(applied.errors, 400, again, { toast });
  return refuseFields({}, 409, again, { toast: { ...toast, text: refusalWords[applied.refused] } });
}

const saveRefusals: Record<SaveRefusal, [MessageName, number]> = {
  "changed-meanwhile": ["draftChanged", 409],
  "customer-gone": ["draftCustomerGone", 409],
  "not-allowed": ["draftPrices", 403],
  "not-found": ["draftGone", 409],
};

type Change = { content: DraftContent; userId?: string | null } | { error: string };

/** What a button changes besides what was typed. */
async function change(
  services: Services,
  actor: Staff,
  { intent, subject, customer }: { intent: string; subject: string; customer: string },
  { content, before }: { content: DraftContent; before: Draft | null },
): Promise<Change> {
  const isKnown = z.uuid().safeParse(subject).success;
  switch (intent) {
    case "use": {
      // Whoever may not see all customers uses only an account that they have just found.
      const sees = can(actor, "customers.view");
      const isFound =
        sees || (await findCustomers(services, actor, customer)).some(({ id }) => id === subject);
      const contact = isFound ? await contactOfAccount(services, subject) : null;
      if (!contact) return { content };
      return { content: withContact(await typedIn(services, content, before), contact), userId: subject };
    }
    case "forget":
      return { content: await typedIn(services, content, before), userId: null };
    case "add": {
      if (!isKnown) return { content };
      const there = content.lines.find(({ variantId }) => variantId === subject);
      if (!there && content.lines.length >= maxDraftLines)
        return { error: `An order has at most ${maxDraftLines} different items.` };
      const lines = there
        ? content.lines.map((line) =>
            line === there ? { ...line, quantity: Math.min(line.quantity + 1, maxPerLine) } : line,
          )
        : [...content.lines, { variantId: subject, quantity: 1, unit: null }];
      return { content: { ...content, lines } };
    }
    case "remove":
      return {
        content: { ...content, lines: content.lines.filter(({ variantId }) => variantId !== subject) },
      };
    default:
      // An account that was deleted since leaves its draft with it; the typed contact stays.
      return { content, ...(before && { userId: before.userId }) };
  }
}

/** What staff typed, without what the account that the draft was for has filled in. */
async function typedIn(
  services: Services,
  content: DraftContent,
  before: Draft | null,
): Promise<DraftContent> {
  const filled = before?.userId ? await contactOfAccount(services, before.userId) : null;
  return filled ? withoutContact(content, filled) : content;
}

async function place(services: Services, actor: Staff, draft: Draft, fields: Map<string, string>) {
  const { id, version } = draft;
  const placed = await placeDraft(services, actor, { id, version });
  if (placed.ok) {
    const { orderId } = placed.value;
    return redirectWithToast(orderPath(orderId), await toldMessage(services, orderId, "orderEntered"));
  }
  const again = new Map(fields).set("draft", id).set("version", String(version));
  if ("errors" in placed)
    return refuseFields(placed.errors, 400, again, { toast: officeMessages.draftNotPlaced });
  return refuse(saveRefusals[placed.refused], again);
}
