import { accountAndPayment } from "./account-and-payment.ts";
import { ordersAndShipping } from "./orders-and-shipping.ts";
import { productsAndSizing } from "./products-and-sizing.ts";
import type { FaqEntry, FaqFacts, Question, QuestionGroup } from "./question.ts";
import { returnsAndExchanges } from "./returns-and-exchanges.ts";

/**
 * The four groups of the specification (section 2), in order: the built-in questions, answered from the policy,
 * unless staff edited or hid them; then those that staff added.
 */
export function faqGroups(facts: FaqFacts, entries: readonly FaqEntry[] = []): QuestionGroup[] {
  return ownGroups(facts)
    .map((group) => ({ ...group, questions: withEntries(group, entries) }))
    .filter(({ questions }) => questions.length > 0);
}

function withEntries({ id: groupId, questions }: QuestionGroup, entries: readonly FaqEntry[]): Question[] {
  const own = questions.flatMap((question) => {
    const entry = entries.find(({ id }) => id === question.id);
    if (!entry) return [question];
    return entry.hidden ? [] : [{ ...question, question: entry.question, answer: entry.answer }];
  });
  const added = entries
    .filter((entry) => entry.groupId === groupId && !entry.hidden)
    .filter(({ id }) => !questions.some((question) => question.id === id))
    .toSorted((one, other) => one.position - other.position || one.id.localeCompare(other.id));
  return [...own, ...added.map(({ id, question, answer }) => ({ id, question, answer }))];
}

/** The built-in questions and answers. */
export function ownGroups(facts: FaqFacts): QuestionGroup[] {
  return [
    { id: "orders", title: "Orders & Shipping", questions: ordersAndShipping(facts) },
    { id: "returns", title: "Returns & Exchanges", questions: returnsAndExchanges(facts) },
    { id: "products", title: "Products & Sizing", questions: productsAndSizing() },
    { id: "account", title: "Account & Payment", questions: accountAndPayment(facts) },
  ];
}

/**
 * The questions with every search word in their question or answer, ignoring case. Groups without a match are left
 * out; an empty search returns all.
 */
export function searchFaq(groups: QuestionGroup[], search: string): QuestionGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({ ...group, questions: group.questions.filter((entry) => matches(entry, words)) }))
    .filter(({ questions }) => questions.length > 0);
}

/** The number of questions in all groups. */
export function countQuestions(groups: QuestionGroup[]): number {
  return groups.reduce((sum, { questions }) => sum + questions.length, 0);
}

function matches({ question, answer }: Question, words: string[]): boolean {
  const text = `${question} ${answer}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
