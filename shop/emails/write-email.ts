import { type MailBlock, type MailContent, type MailSender, type MailText, shopMail } from "../mail.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { FieldErrors } from "../text/read-form.ts";
import { type BlocksOf, commonWords, type EmailKey, emailKinds, type WordsOf } from "./email-kinds.ts";
import type { EmailKind } from "./order-kinds.ts";

type Facts = Readonly<Record<string, string | MailBlock[]>>;

/** What the placeholders of an email stand for now. */
export type FactsOf<Key extends EmailKey> = Readonly<
  Record<WordsOf<Key>, string> & Record<BlocksOf<Key>, MailBlock[]>
>;

/** The fields of an email's text in which placeholders can stand. */
const fields = ["subject", "heading", "body", "button", "closing"] as const;

const placeholder = /\{\{(\w+)\}\}/g;
const alone = /^\{\{(\w+)\}\}$/;

/** The part of a button to an address, whose words are in the email's text. */
export function buttonTo(address: string): MailBlock[] {
  return [{ kind: "button", label: "", address }];
}

/** The text of an email: what staff published, else the default one. */
function textOf({ texts }: Pick<MailSender, "texts">, key: EmailKey): MailText {
  return texts?.get(key) ?? emailKinds[key].text;
}

/**
 * Draws an email. In: who sends it, with the texts that staff published; its key; what its placeholders stand for. Out:
 * subject, and the same text plain and as HTML. What stands for a placeholder is text and is not searched for others.
 */
export function writeEmail<Key extends EmailKey>(
  sender: MailSender & Pick<MailContent, "unsubscribe">,
  key: Key,
  facts: Facts & FactsOf<Key>,
): { subject: string; text: string; html: string } {
  const { shopName, origin, look, unsubscribe = null } = sender;
  const text = textOf(sender, key);
  const all = new Map(Object.entries<string | MailBlock[]>({ ...facts, shop: shopName }));
  const blocks = paragraphs(text.body).flatMap((paragraph): MailBlock[] => {
    const part = all.get(alone.exec(paragraph)?.[1] ?? "");
    if (Array.isArray(part)) return part.map((block) => named(block, fill(text.button, all)));
    const words = fill(paragraph, all).trim();
    return words ? [{ kind: "text", text: words }] : [];
  });
  return {
    subject: cleanLine(fill(text.subject, all)),
    ...shopMail({
      shopName,
      origin,
      look,
      unsubscribe,
      title: cleanLine(fill(text.heading, all)),
      blocks,
      closing: fill(text.closing, all),
    }),
  };
}

/** The words of an email's default text, for places without letterhead: subject, heading, and the text without parts. */
export function wordsOf<Key extends EmailKey>(
  key: Key,
  words: Readonly<Record<string, string>> & Readonly<Record<WordsOf<Key>, string>>,
): { subject: string; title: string; text: string } {
  const { subject, heading, body } = emailKinds[key].text;
  const all = new Map(Object.entries<string>(words));
  const said = paragraphs(body).filter(
    (paragraph) => all.has(alone.exec(paragraph)?.[1] ?? "") || !alone.test(paragraph),
  );
  return {
    subject: fill(subject, all),
    title: fill(heading, all),
    text: said.map((paragraph) => fill(paragraph, all).trim()).join("\n\n"),
  };
}

/** A button without words of its own gets those of the text. */
function named(block: MailBlock, label: string): MailBlock {
  return block.kind === "button" && block.label === "" ? { ...block, label } : block;
}

/** A placeholder without a word stands for nothing: an email is sent rather than lost. */
function fill(text: string, facts: ReadonlyMap<string, string | MailBlock[]>): string {
  return text.replace(placeholder, (_, name: string) => {
    const word = facts.get(name);
    return typeof word === "string" ? word : "";
  });
}

function paragraphs(body: string): string[] {
  return body.split(/\n{2,}/).map((paragraph) => paragraph.trim());
}

/** The placeholders of an email with what they stand for. */
export function placeholdersOf(key: EmailKey): { name: string; means: string; needed: boolean }[] {
  const { words, blocks, required }: EmailKind = emailKinds[key];
  return [
    ...Object.entries(blocks).map(([name, means]) => ({ name, means, needed: true })),
    ...Object.entries(words).map(([name, means]) => ({ name, means, needed: required.includes(name) })),
    ...Object.entries(commonWords).map(([name, means]) => ({ name, means, needed: false })),
  ];
}

/** What prevents that an email has this text, by field; {}: nothing. */
export function emailTextErrors(key: EmailKey, text: MailText): FieldErrors {
  const kind: EmailKind = emailKinds[key];
  const errors: FieldErrors = {};
  for (const field of fields) {
    const error = fieldError(kind, field, text[field]);
    if (error) errors[field] = error;
  }
  const parts = paragraphs(text.body);
  const block = Object.keys(kind.blocks).find((name) => !parts.includes(`{{${name}}}`));
  const words = kind.required.find(
    (name) => ![text.heading, text.body].some((one) => one.includes(`{{${name}}}`)),
  );
  const missing = block ?? words;
  if (missing !== undefined)
    errors.body ??= `The text needs {{${missing}}}${block === undefined ? "" : " in a paragraph of its own"}: ${meaning(kind, missing)}.`;
  return errors;
}

const meaning = ({ words, blocks }: EmailKind, name: string) => ({ ...words, ...blocks })[name] ?? name;

function fieldError(kind: EmailKind, field: (typeof fields)[number], text: string): string | null {
  const known = { ...kind.words, ...commonWords };
  for (const [, name = ""] of text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)) {
    if (Object.hasOwn(kind.blocks, name)) continue;
    if (!Object.hasOwn(known, name))
      return `There is no placeholder {{${name}}} in this email. Those that exist are listed on this page.`;
  }
  // What is left of braces would be sent as it stands.
  if (/\{\{|\}\}/.test(text.replace(placeholder, "")))
    return "A placeholder has two braces on each side and nothing else within, such as {{shop}}.";
  const inLines =
    field === "body"
      ? paragraphs(text)
          .filter((one) => !alone.test(one))
          .join("\n")
      : text;
  const stray = Object.keys(kind.blocks).find((name) => inLines.includes(`{{${name}}}`));
  if (stray !== undefined)
    return `{{${stray}}} is a part of the email: it needs a paragraph of its own in the text.`;
  const secret = kind.required.find((name) => field === "subject" && text.includes(`{{${name}}}`));
  return secret === undefined
    ? null
    : `{{${secret}}} cannot stand in the subject, which phones show to everybody.`;
}
