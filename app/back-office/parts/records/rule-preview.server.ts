import { type Rule, type RuleSubject, readRule } from "../../../../shop/rules/rules.ts";
import { typedTexts } from "../../../http/forms/answer.server.ts";

/** Answers the buttons of a RuleEditor, which work without scripts; null when another button sent the form. */
export async function previewRule<Matches>(
  sent: Map<string, string>,
  subject: RuleSubject,
  count: (rule: Rule) => Promise<Matches>,
) {
  if (sent.get("intent") !== "preview" && !sent.has("remove")) return null;
  sent.delete(`rule.${sent.get("remove")}.field`);
  const rule = readRule(subject, sent);
  const matches = rule.ok ? await count(rule.value) : null;
  return { ok: true, typed: typedTexts(sent), errors: rule.ok ? {} : rule.errors, matches };
}
