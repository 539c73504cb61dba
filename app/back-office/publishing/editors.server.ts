import { href } from "react-router";
import type { PolicyContent } from "../../../shop/content/policy.server.ts";
import { placeholders } from "../../../shop/content/policy.server.ts";
import type { EmailKey } from "../../../shop/emails/email-kinds.ts";
import type { MailText } from "../../../shop/mail.ts";
import { emailTextKind, hasButtonWords, readEmailText } from "../../../shop/publishing/email-texts.server.ts";
import { type HomeContent, homeKind, homeKinds, readHome } from "../../../shop/publishing/home.server.ts";
import { itemsAsFields, itemsInWords } from "../../../shop/publishing/item-fields.server.ts";
import {
  type AnnouncementContent,
  announcementFields,
  announcementKind,
  type PageContent,
  type PolicyKey,
  pageKind,
  readAnnouncement,
  readPage,
  readPolicy,
} from "../../../shop/publishing/kinds.server.ts";
import { menuKind, menuKinds, readMenu } from "../../../shop/publishing/menus.server.ts";
import type { MenuContent, MenuKey } from "../../../shop/publishing/menus.ts";
import type { ShopSettings } from "../../../shop/settings/settings.ts";
import { policyFacts, policyKindFor } from "../../parts/content/policy/policies.server.ts";
import type { Editor } from "./publishing.server.ts";

const markdown =
  "Markdown: ## heading, **bold**, *italic*, - list, [words](https://address). The placeholders are listed below.";

export const pageEditor: Editor<PageContent> = {
  kind: pageKind,
  fields: [
    { name: "title", label: "Title" },
    {
      name: "slug",
      label: "URL",
      optional: true,
      hint: "/pages/… Empty: made from the title. After a change the old address leads to the new one.",
    },
    { name: "body", label: "Text", control: "long", rows: 18, hint: `${markdown} HTML shows as text.` },
    {
      name: "metaTitle",
      label: "Title for search engines",
      optional: true,
      hint: "At most 70 characters. Empty: the title.",
    },
    {
      name: "metaDescription",
      label: "Description for search engines",
      optional: true,
      control: "long",
      rows: 3,
      hint: "At most 200 characters. Empty: the title.",
    },
  ],
  read: readPage,
  toFields: (content) => content,
  shownAt: ({ slug }) => href("/pages/:slug", { slug }),
};

/** The editor of a policy, of About or of the FAQ's head. In: its key, the settings that decide its default text. */
export function policyEditor(
  key: PolicyKey,
  { policy }: Pick<ShopSettings, "policy">,
): Editor<PolicyContent> {
  const head: Editor<PolicyContent>["fields"] = [
    { name: "title", label: "Title" },
    { name: "lead", label: "Below the title", control: "long", rows: 2, optional: true },
    { name: "description", label: "Description for search engines", control: "long", rows: 2 },
  ];
  const body = {
    name: "body",
    label: "Text",
    control: "long",
    rows: 24,
    hint: `${markdown} A heading can name its anchor: ## Returns {#returns}.`,
  } as const;
  return {
    kind: policyKindFor(policy),
    fields: key === "faq" ? head : [...head, body],
    read: (sent) => readPolicy(key, sent),
    toFields: (content) => content,
    shownAt: () => `/${key}`,
  };
}

export const announcementEditor: Editor<AnnouncementContent> = {
  kind: announcementKind,
  fields: [
    { name: "text", label: "Text", hint: "At most 120 characters." },
    {
      name: "link",
      label: "Link",
      control: "address",
      optional: true,
      hint: "Where it leads: a page or product by its name, or an address such as /category/new or https://…",
    },
    {
      name: "from",
      label: "Shown from",
      control: "time",
      optional: true,
      hint: "Indian time. Empty: at once.",
    },
    {
      name: "to",
      label: "Shown until",
      control: "time",
      optional: true,
      hint: "Indian time. Empty: without an end.",
    },
  ],
  read: readAnnouncement,
  toFields: announcementFields,
  shownAt: () => href("/"),
};

/** The editor of a menu. */
export function menuEditor(key: MenuKey): Editor<MenuContent> {
  const kinds = menuKinds(key);
  return {
    kind: menuKind,
    fields: [],
    read: (sent) => readMenu(key, sent),
    toFields: ({ items }) => itemsAsFields(kinds, items),
    inWords: ({ items }) => itemsInWords(kinds, items),
    shownAt: () => href("/"),
  };
}

export const homeEditor: Editor<HomeContent> = {
  kind: homeKind,
  fields: [],
  read: readHome,
  toFields: ({ items }) => itemsAsFields(homeKinds, items),
  inWords: ({ items }) => itemsInWords(homeKinds, items),
  shownAt: () => href("/"),
};

/** The editor of an email's text. */
export function emailEditor(key: EmailKey): Editor<MailText> {
  const button = { name: "button", label: "Words of the button", hint: "At most 60 characters." };
  return {
    kind: emailTextKind,
    fields: [
      { name: "subject", label: "Subject", hint: "At most 150 characters." },
      { name: "heading", label: "Greeting", hint: "The heading of the email. At most 150 characters." },
      {
        name: "body",
        label: "Text",
        control: "long",
        rows: 12,
        hint: "An empty line begins a paragraph. Everything is plain text. The placeholders are listed below.",
      },
      ...(hasButtonWords(key) ? [button] : []),
      {
        name: "closing",
        label: "Footer",
        control: "long",
        rows: 3,
        hint: "Why the reader gets this email, in small type at the end. At most 500 characters.",
      },
    ],
    read: (sent) => readEmailText(key, sent),
    toFields: (content) => content,
    shownAt: () => `${href("/admin/content/emails/:key", { key })}#preview`,
    messages: {
      draftSaved: "emailDraftSaved",
      publishedNow: "emailPublished",
      versionRestored: "emailRestored",
    },
  };
}

/** The placeholders with what they mean and what they are now. */
export function placeholderRows(settings: ShopSettings): { name: string; means: string; now: string }[] {
  const { texts, lists } = policyFacts(settings);
  const now = new Map<string, string>([
    ...Object.entries(texts),
    ...Object.entries(lists).map(([name, rows]): [string, string] => [
      name,
      rows.map(({ label, value }) => `${label}: ${value}`).join("; "),
    ]),
  ]);
  return Object.entries({ ...placeholders.texts, ...placeholders.lists }).map(([name, means]) => ({
    name: `{{${name}}}`,
    means,
    now: now.get(name)?.trim() || "not set: nothing is printed",
  }));
}
