import type { RouterContextProvider } from "react-router";
import { savePicture } from "../../../shop/catalogue/pictures/save-picture.server.ts";
import { readTimeField } from "../../../shop/dates.ts";
import type { ItemKinds } from "../../../shop/publishing/item-fields.server.ts";
import {
  cancelScheduled,
  discardDraft,
  type Publication,
  type PublishedKind,
  publicationToEdit,
  publish,
  restore,
  saveDraft,
  versionsOf,
} from "../../../shop/publishing/publishing.server.ts";
import { shopOpening } from "../../../shop/settings/opening.server.ts";
import {
  arrangedFields,
  errorsInForm,
  itemField,
  pictureText,
  typedItems,
} from "../../../shop/text/listed-items.ts";
import type { FormFields, FormRead } from "../../../shop/text/read-form.ts";
import { redirectWithToast, refuseFields, typedTexts } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { uploadForm } from "../../http/forms/upload-form.server.ts";
import { type RouteArgs, staffOf } from "../../http/guards.server.ts";
import { previewAddress } from "../../http/shown-content.server.ts";
import type { MessageName } from "../../http/toast.server.ts";
import { contentMessages } from "../../parts/messages/office/content-messages.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { pictureRefusals } from "../../parts/messages/office/product-messages.ts";
import { servicesContext } from "../../services-context.ts";
import type { FieldTexts } from "../../ui/forms/form-context.ts";
import type { EditedRecord, EditField } from "../parts/edit-form.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import type { PublishState } from "./publish-screen.tsx";

export type { ItemFieldShape, ItemKinds } from "../../../shop/publishing/item-fields.server.ts";

type Kind<Content extends Record<string, unknown>> = PublishedKind<Content>;

/** How one kind is edited: its form, and where its drafts are seen. */
export type Editor<Content extends Record<string, unknown>> = {
  kind: Kind<Content>;
  fields: readonly EditField[];
  read: (sent: FormFields) => FormRead<Content>;
  toFields: (content: Content) => FieldTexts;
  /** A version in words, where its fields do not say it. */
  inWords?: (content: Content) => { label: string; text: string }[];
  /** The path of the page that shows it. */
  shownAt: (content: Content) => string;
  /** Messages in the place of those about pages. */
  messages?: Partial<Record<"draftSaved" | "publishedNow" | "versionRestored", MessageName>>;
};

function recordOf<Content extends Record<string, unknown>>(
  { toFields }: Editor<Content>,
  { shown, version }: Publication<Content>,
  fresh: FieldTexts = {},
): EditedRecord {
  return { values: shown ? toFields(shown) : fresh, version };
}

/** What the screen of a published thing shows: its form, its state and its versions. */
export async function publicationScreen<Content extends Record<string, unknown>>(
  context: Readonly<RouterContextProvider>,
  editor: Editor<Content>,
  key: string,
  fresh?: FieldTexts,
): Promise<{ record: EditedRecord; state: PublishState; seenAt: string | null }> {
  const services = context.get(servicesContext);
  const { kind, fields, toFields, inWords } = editor;
  const [found, versions] = await Promise.all([
    publicationToEdit(services, kind, key),
    versionsOf(services, kind, key),
  ]);
  const now = services.clock.now();
  const { live, scheduled, draft, seen } = found;
  const seenContent = live?.content ?? seen;
  return {
    record: recordOf(editor, found, fresh),
    seenAt: seenContent ? editor.shownAt(seenContent) : null,
    state: {
      hasDefault: kind.defaultContent(key) !== null,
      live: live && { by: live.by, at: live.liveAt, own: live.content !== null },
      scheduled: scheduled && { by: scheduled.by, at: scheduled.liveAt },
      draft: draft && { by: draft.by, at: draft.at },
      versions: versions.map(({ id, by, at, liveAt, cancelled, content }, index) => ({
        id,
        number: versions.length - index,
        by,
        at,
        liveAt,
        is: cancelled ? "cancelled" : liveAt > now ? "scheduled" : id === live?.id ? "live" : "earlier",
        texts: content && (inWords?.(content) ?? textsOf(fields, toFields(content))),
      })),
    },
  };
}

/** A version's texts under the labels of the form, without empty ones. */
function textsOf(fields: readonly EditField[], values: FieldTexts) {
  return fields.flatMap(({ name, label }) => {
    const text = values[name];
    return text ? [{ label, text }] : [];
  });
}

/** Text of at most 200,000 letters is answered at its field; one letter has up to nine bytes in a form. */
const mostBytes = 2_000_000;

/** The form that a screen was sent. */
export const publishingForm = (asked: RouteArgs) => formFields(asked, mostBytes);

/**
 * Handles every form of a published thing's screen. In: what was sent, its key, and the address of the
 * screen; `list`: where one is led when nothing is left of it.
 */
export async function answerPublishing<Content extends Record<string, unknown>>(
  context: RouteArgs["context"],
  editor: Editor<Content>,
  { sent, key, screen, list = screen }: { sent: FormFields; key: string; screen: string; list?: string },
) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const { kind, messages } = editor;
  const { isOpen } = await shopOpening(services);
  const version = sent.get("version") ?? "";
  const asked = { actor, key, version };
  const intent = sent.get("intent") ?? "";
  if (intent === "discard") {
    const discarded = await discardDraft(services, kind, asked);
    const { shown } = await publicationToEdit(services, kind, key);
    return settled(discarded, shown ? screen : list, "draftDiscarded");
  }
  if (intent === "cancel")
    return settled(await cancelScheduled(services, kind, asked), screen, "scheduleCancelled");
  if (intent === "restore") {
    const id = Number.parseInt(sent.get("id") ?? "", 10);
    const back = await restore(services, kind, { ...asked, id: Number.isSafeInteger(id) ? id : null });
    return settled(
      back,
      screen,
      messages?.versionRestored ?? (isOpen ? "versionRestored" : "publishedWhileClosed"),
    );
  }
  const button = sent.get("arrange");
  if (button !== undefined) return { ok: true, errors: {}, typed: typedTexts(arrangedFields(sent, button)) };
  const at = readTimeField(sent.get("publishAt") ?? "");
  if (intent === "schedule" && !at)
    return refuseFields({ publishAt: "A day and a time, in the years 2000 to 2100." }, 400, sent, {
      toast: officeMessages.formWrong,
    });
  const read = editor.read(sent);
  return saveEdit(sent, {
    read,
    saveAs: async (content) => {
      const saved =
        intent === "publish" || intent === "schedule"
          ? await publish(services, kind, { ...asked, content, at: intent === "schedule" ? at : null })
          : await saveDraft(services, kind, { ...asked, content });
      return "errors" in saved ? { ok: false, errors: errorsInForm(sent, saved.errors) } : saved;
    },
    now: async () => recordOf(editor, await publicationToEdit(services, kind, key)),
    saved:
      intent === "preview" && read.ok
        ? [previewAddress(editor.shownAt(read.value), kind, key)]
        : [screen, savedAs(intent, isOpen, messages)],
  });
}

/** Three pictures of 8 MB and the texts. */
const maxMegabytes = 24.5;

/**
 * The same for a list whose items may have pictures. Chosen pictures are stored first and then belong to what was typed,
 * so that a mistake in another field loses none.
 */
export async function answerItems<Content extends Record<string, unknown>>(
  asked: RouteArgs,
  editor: Editor<Content>,
  { kinds, key, screen }: { kinds: ItemKinds; key: string; screen: string },
) {
  const form = await uploadForm(asked, maxMegabytes);
  if (!form) throw new Response("This form is too large.", { status: 413 });
  const { fields: sent, files } = form;
  const errors: Record<string, string> = {};
  for (const { at, kind } of typedItems(sent)) {
    const fields = Object.hasOwn(kinds, kind) ? (kinds[kind]?.fields ?? []) : [];
    for (const { name } of fields.filter(({ control }) => control === "picture")) {
      const field = itemField(at, name);
      if (sent.delete(`${field}.remove`)) sent.set(field, "");
      const [file] = files.get(`${field}.file`) ?? [];
      if (!file) continue;
      const stored = await savePicture(asked.context.get(servicesContext), file);
      if (stored.ok) sent.set(field, pictureText(stored.value));
      else errors[`${field}.file`] = `It was not taken: ${pictureRefusals[stored.refused]}`;
    }
  }
  if (Object.keys(errors).length > 0)
    return refuseFields(errors, 422, sent, { toast: officeMessages.formWrong });
  return answerPublishing(asked.context, editor, { sent, key, screen });
}

function savedAs(
  intent: string,
  isOpen: boolean,
  { publishedNow, draftSaved }: Editor<never>["messages"] = {},
): MessageName {
  if (intent === "schedule") return "publicationScheduled";
  if (intent !== "publish") return draftSaved ?? "draftSaved";
  return publishedNow ?? (isOpen ? "publishedNow" : "publishedWhileClosed");
}

type Outcome = Awaited<ReturnType<typeof cancelScheduled>>;

/** The answer to a button that sends no text. */
function settled(outcome: Outcome, screen: string, message: MessageName) {
  if (outcome.ok) return redirectWithToast(screen, message);
  if (!("errors" in outcome)) return redirectWithToast(screen, "publicationChanged");
  const [why = ""] = Object.values(outcome.errors);
  return refuseFields(outcome.errors, 409, undefined, {
    toast: { ...contentMessages.notRestored, text: why },
  });
}
