import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { messages } from "./messages.ts";

const specification = readFileSync(new URL("../../docs/specification.md", import.meta.url), "utf8");

/** Messages for what the specification calls inert or leaves open; their words are ours (docs/decisions). */
const ours = new Set([
  "loginNotOpen",
  "signupNotOpen",
  "adminRequired",
  "newsletterAsked",
  "contactSent",
  "emailInvalid",
  "tooManyMessages",
]);

const specified = Object.entries(messages).filter(([name]) => !ours.has(name));

test.each(specified)("%s is said in the specification's words", (_name, { title, text }) => {
  expect(specification).toContain(`'${title}'`);
  if (text) expect(specification).toContain(`'${text}'`);
});
