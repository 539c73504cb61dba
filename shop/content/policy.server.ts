import { micromark } from "micromark";
import { escapeHtml } from "../mail.ts";

/** A policy page: its head, the headings with their anchors, and the sections as HTML. */
export type PolicyText = {
  title: string;
  description: string;
  lead: string;
  /** Date of the last change (ISO). */
  updated: string;
  contents: { id: string; title: string }[];
  html: string;
};

/** The facts of this shop in a policy: texts by placeholder, and lists of facts that fill a paragraph. */
export type PolicyFacts = {
  texts: Record<string, string>;
  lists: Record<string, { label: string; value: string }[]>;
};

/**
 * Renders a policy page. In: our own Markdown (HTML in it is kept) with a head between lines of ---, "## Title
 * {#anchor}" for each section and {{placeholders}}; and the shop's facts, which are escaped. Throws for a placeholder
 * without a fact, so that no page shows one.
 */
export function policyPage(markdown: string, { texts, lists }: PolicyFacts): PolicyText {
  const [, head = "", body = ""] = markdown.split(/^---\n/m);
  const fact = (name: string) => {
    const value = texts[name];
    if (value === undefined) throw new Error(`a policy asks for ${name}, which is no fact of the shop`);
    return value;
  };
  const line = (name: string) =>
    (new RegExp(`^${name}: (.+)$`, "m").exec(head)?.[1] ?? "").replace(/\{\{(\w+)\}\}/g, (_, text: string) =>
      fact(text),
    );
  // In one pass: the text of a fact is never treated as a placeholder.
  const filled = (made: string) =>
    made.replace(
      /<p>\{\{(\w+)\}\}<\/p>|\{\{(\w+)\}\}/g,
      (_, alone: string | undefined, within: string | undefined) => {
        const list = alone === undefined ? undefined : lists[alone];
        if (list) return definitionList(list);
        return alone === undefined ? escapeHtml(fact(within ?? "")) : `<p>${escapeHtml(fact(alone))}</p>`;
      },
    );
  const sections = body.split(/^## (.+) \{#([a-z-]+)\}$/m).slice(1);
  const contents: PolicyText["contents"] = [];
  let html = "";
  for (let at = 0; at < sections.length; at += 3) {
    const [title = "", id = "", text = ""] = sections.slice(at, at + 3);
    contents.push({ id, title });
    const made = micromark(text.trim(), { allowDangerousHtml: true });
    html += `<section id="${id}"><h2>${escapeHtml(title)}</h2>${filled(made)}</section>`;
  }
  const [title, description, lead, updated] = [
    line("title"),
    line("description"),
    line("lead"),
    line("updated"),
  ];
  return { title, description, lead, updated, contents, html };
}

function definitionList(facts: { label: string; value: string }[]): string {
  const rows = facts.map(
    ({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return `<dl class="facts">${rows.join("")}</dl>`;
}
