import type { Guard } from "../../app/http/access/guard.ts";
import type { Route } from "../support/access/routes.ts";
import type { Source } from "./sources.ts";

/** What an action compares the field `intent` with, or takes apart in a switch. */
export function handledIntents(text: string): string[] {
  const compared = [...text.matchAll(/\bintent(?:"\))?\s*[!=]==\s*"([\w-]+)"/g)].map(([, name = ""]) => name);
  const switched = [...text.matchAll(/switch \([^{]*intent[^{]*\{([\s\S]*?)\n {2}\}/g)].flatMap(
    ([, body = ""]) => [...body.matchAll(/^ {4}case "([\w-]+)":/gm)].map(([, name = ""]) => name),
  );
  return [...new Set([...compared, ...switched])];
}

/** What forms send in the field `intent`, up to a colon. */
export function sentIntents(text: string): string[] {
  const quoted = (one: string) => [...one.matchAll(/["`]([\w-]+)[:"`]/g)].map(([, name = ""]) => name);
  const inputs = [...text.matchAll(/\bname="intent"\s+value=("[^"]*"|\{[^}]*\})/g)].flatMap(
    ([, value = ""]) => quoted(value),
  );
  const objects = [
    ...text.matchAll(/\bintent: ("[\w-]+")/g),
    ...text.matchAll(/<\w+(?:\s+\w+=(?:\{[^}]*\}|"[^"]*"))*\s+intent=("[\w-]+")/g),
    ...text.matchAll(/\bname: "intent",\s*value: ("[\w-]+")/g),
    ...text.matchAll(/\.set\("intent", ([^)]*)\)/g),
  ].flatMap(([, value = ""]) => quoted(value));
  const options = /<select[^>]*name="intent"/.test(text)
    ? [...text.matchAll(/<option[^>]*value=("[^"]+"|\{`[^`]*`\})/g)].flatMap(([, value = ""]) =>
        quoted(value),
      )
    : [];
  return [...new Set([...inputs, ...objects, ...options])];
}

/** Files of a screen: its module and what it imports that is neither shared nor of another room. */
function filesOf(file: string, sources: ReadonlyMap<string, Source>, seen = new Set<string>()): Source[] {
  const source = sources.get(file);
  if (!source || seen.has(file)) return [];
  seen.add(file);
  const own = source.imports.filter(({ target }) =>
    /^app\/(?!parts|ui|http|back-office\/parts)/.test(target),
  );
  return [source, ...own.flatMap(({ target }) => filesOf(target, sources, seen))];
}

/**
 * Gaps of the guard table, each as a line: a route without a row, an intent that an action handles and its
 * row lacks, one that a form sends and no row has, and one that a row has and neither an action nor a form uses.
 */
export function unguarded(
  routes: Route[],
  guards: ReadonlyMap<string, Guard>,
  all: Pick<Source, "path" | "text" | "imports" | "isTest">[],
): string[] {
  const sources = new Map(all.filter(({ isTest }) => !isTest).map((one) => [one.path, { ...one }]));
  const screens = [...sources.values()].filter(({ path }) => /^(app|demo\/pages)\//.test(path));
  const sent = screens.flatMap(({ path, text }) => sentIntents(text).map((intent) => ({ path, intent })));
  const inRows = new Set([...guards.values()].flatMap(({ intents = {} }) => Object.keys(intents)));
  return [
    ...routes.flatMap(({ pattern, file }) => {
      const guard = guards.get(pattern);
      if (!guard) return [`${pattern}: no row in the guard table`];
      const handled = filesOf(file, sources).flatMap(({ text }) => handledIntents(text));
      const known = new Set([...handled, ...sent.map(({ intent }) => intent), ""]);
      const rows = Object.keys(guard.intents ?? {});
      return [
        ...handled.filter((one) => !rows.includes(one)).map((one) => `${pattern}: its row has no '${one}'`),
        ...rows.filter((one) => !known.has(one)).map((one) => `${pattern}: nobody sends '${one}'`),
      ];
    }),
    ...sent
      .filter(({ intent }) => !inRows.has(intent))
      .map(({ path, intent }) => `${path}: no row has '${intent}'`),
  ];
}

/** Code that reads a request's body or checks a permission without the guard table. */
export const pastTheGuard =
  /\brequest\.(?:formData|text|json|arrayBuffer|blob|bytes|body)\b|\.formData\(\)|\bpermissions\.(?:has|size)\b|\bsignInFirst\(/;
