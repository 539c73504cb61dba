import { micromark } from "micromark";
import { escapeHtml } from "../mail.ts";
import { slugOf } from "../text/slug.ts";

/** The text of a policy, of About or of the FAQ's head: title, two sentences, and Markdown with placeholders. */
export type PolicyContent = { title: string; description: string; lead: string; body: string };

/** A drawn page: its head, the headings with their anchors, and the sections as HTML. */
export type PolicyPage = Omit<PolicyContent, "body"> & {
  contents: { id: string; title: string }[];
  html: string;
};

/** The placeholders, as the editor explains them: texts, and lists that fill a paragraph of their own. */
export const placeholders = {
  texts: {
    name: "The shop's name",
    legalName: "Legal name, else the shop's name",
    operator: "“, run by …” when the legal name is another",
    description: "What the shop says of itself",
    returnDays: "Days to return",
    returns: "What can be returned in one sentence, also while there are 0 days to return",
    damageReportHours: "Hours to report damage",
    refundDays: "Business days of a refund",
    deliveryDays: "Business days of a delivery",
    delivery: "What delivery costs",
    cash: "That one can pay in cash, if one can",
    chat: "That orders can be confirmed by WhatsApp, if so",
  },
  lists: {
    seller: "Legal name, address, GSTIN, email, phone, grievance officer; what is not set is left out",
    founders: "The founders; without any their whole section is left out",
  },
} as const;

/** The facts of this shop: texts by placeholder, and lists that fill a paragraph. */
export type PolicyFacts<
  Text extends string = keyof typeof placeholders.texts,
  List extends string = keyof typeof placeholders.lists,
> = {
  texts: Record<Text, string>;
  lists: Record<List, { label: string; value: string }[]>;
};

/** A shipped text from its file: a head between lines of ---, and the body. `updated`: its last change (ISO). */
export function readPolicyFile(file: string): PolicyContent & { updated: string } {
  const [, head = "", body = ""] = file.split(/^---\n/m);
  const line = (name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(head)?.[1] ?? "";
  return {
    title: line("title"),
    description: line("description"),
    lead: line("lead"),
    updated: line("updated"),
    body: body.trim(),
  };
}

/**
 * HTML that stands in the shipped texts: an exact list, without any attribute that could do something. All other HTML
 * is shown as text, whoever wrote it.
 */
const allowedTags =
  /&lt;(\/?(?:dl|div|dt|dd|table|thead|tbody|tr|th|td)|dl class=&quot;facts&quot;|table class=&quot;purposes&quot;|th scope=&quot;(?:col|row)&quot;)&gt;/g;

/**
 * Markdown as HTML that is safe to insert, with its placeholders still in it. A first-level heading becomes a second.
 */
function made(markdown: string): string {
  return micromark(markdown.trim())
    .replace(/<(\/?)h1>/g, "<$1h2>")
    .replace(allowedTags, (_, tag: string) => `<${tag.replaceAll("&quot;", '"')}>`);
}

const longestAnchor = 120;

type Section = { id: string; title: string; text: string };

/** The passage before the first "## Title", and the sections; an anchor is made from the title where none is given. */
function divided(body: string): { intro: string; sections: Section[] } {
  const [intro = "", ...parts] = body.split(/^##[ \t]+(.+?)(?:[ \t]+\{#([a-z0-9-]+)\})?[ \t]*$/m);
  const sections: Section[] = [];
  for (let at = 0; at < parts.length; at += 3) {
    const [title = "", anchor, text = ""] = parts.slice(at, at + 3);
    const wanted = anchor ?? (slugOf(title, longestAnchor) || "section");
    const isTaken = sections.some(({ id }) => id === wanted);
    sections.push({ id: isTaken ? `${wanted}-${at / 3 + 1}` : wanted, title, text });
  }
  return { intro, sections };
}

/** Names in {{braces}} that are no placeholder. */
export function unknownPlaceholders(text: string): string[] {
  const known = { ...placeholders.texts, ...placeholders.lists };
  const named = [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([whole, name = ""]) =>
    Object.hasOwn(known, name) && whole === `{{${name}}}` ? [] : [name],
  );
  return [...new Set(named.flat())];
}

/** Whether every tag of a body is closed in its turn, so that no page around it is changed. */
export function isWellFormed(body: string): boolean {
  const { intro, sections } = divided(body);
  return [intro, ...sections.map(({ text }) => text)].every((part) => {
    const open: string[] = [];
    for (const [, closing, tag = ""] of made(part).matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (tag === "br" || tag === "hr" || tag === "img") continue;
      if (!closing) open.push(tag);
      else if (open.pop() !== tag) return false;
    }
    return open.length === 0;
  });
}

/**
 * Draws a text. In: Markdown with "## Title {#anchor}" for each section and {{placeholders}}; and the shop's facts,
 * which are escaped. `flat`: without an element and an anchor for each section. A section that is nothing but a list
 * without entries is left out. Throws for a placeholder without a fact, so that no page shows one.
 */
export function policyPage<Text extends string, List extends string>(
  content: PolicyContent,
  { texts, lists }: PolicyFacts<Text, List>,
  { flat = false }: { flat?: boolean } = {},
): PolicyPage {
  const byName = new Map<string, string>(Object.entries(texts));
  const listOf = new Map<string, { label: string; value: string }[]>(Object.entries(lists));
  const fact = (name: string) => {
    const value = byName.get(name);
    if (value === undefined) throw new Error(`a policy asks for ${name}, which is no fact of the shop`);
    return value;
  };
  // In one pass: the text of a fact is never treated as a placeholder.
  const line = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => fact(name));
  const filled = (html: string) =>
    html.replace(
      /<p>\{\{(\w+)\}\}<\/p>|\{\{(\w+)\}\}/g,
      (_, alone: string | undefined, within: string | undefined) => {
        const list = alone === undefined ? undefined : listOf.get(alone);
        if (list) return alone === "founders" ? people(list) : definitionList(list);
        return alone === undefined ? escapeHtml(fact(within ?? "")) : `<p>${escapeHtml(fact(alone))}</p>`;
      },
    );
  const { intro, sections } = divided(content.body);
  const isEmpty = ({ text }: Section) =>
    listOf.get(/^\s*\{\{(\w+)\}\}\s*$/.exec(text)?.[1] ?? "")?.length === 0;
  const drawn = sections.filter((one) => !isEmpty(one)).map((one) => ({ ...one, title: line(one.title) }));
  const html = drawn.map(({ id, title, text }) => {
    const inner = `<h2>${escapeHtml(title)}</h2>${filled(made(text))}`;
    return flat ? inner : `<section id="${id}">${inner}</section>`;
  });
  return {
    title: line(content.title),
    description: line(content.description),
    lead: line(content.lead),
    contents: drawn.map(({ id, title }) => ({ id, title })),
    html: [intro.trim() && filled(made(intro)), ...html].join(""),
  };
}

function definitionList(facts: { label: string; value: string }[]): string {
  const rows = facts.map(
    ({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return rows.length === 0 ? "" : `<dl class="facts">${rows.join("")}</dl>`;
}

function people(all: { label: string; value: string }[]): string {
  const rows = all.map(
    ({ label, value }) => `<li><b>${escapeHtml(value)}</b><small>${escapeHtml(label)}</small></li>`,
  );
  return rows.length === 0 ? "" : `<ul class="people">${rows.join("")}</ul>`;
}
