import { createHash } from "node:crypto";

/**
 * Rewrites a page's Content-Security-Policy from nonces to SHA-256 hashes: a page may then be shared (a nonce shared by
 * many visitors protects nobody) without further work. Only elements with this response's nonce are hashed, so that an
 * injected script is still blocked. The script that loads the others inserts one from its data block
 * (app/web/page/late-scripts.server.ts); that one is hashed too. In: the page as latin1, its policy, and the hashes of
 * placeholders for texts that are inserted when the page is sent. Out: both, without a nonce. Throws when the nonce is
 * anywhere else in the page, which would reveal it.
 */
export function hashedPolicy(
  html: string,
  policy: string,
  hashOf: ReadonlyMap<string, string> = new Map(),
): { html: string; policy: string } {
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  if (nonce === undefined) return { html, policy };
  const own = ` nonce="${nonce}"`;
  const hashes: Record<"script" | "style", Set<string>> = { script: new Set(), style: new Set() };
  for (const { name, attributes, text } of elements(html)) {
    if (!attributes.includes(own)) continue;
    if (attributes.includes('id="late-scripts"')) hashes.script.add(sourceHash(sourceIn(text)));
    else if (attributes.includes('type="application/')) continue;
    else hashes[name].add(hashOf.get(text) ?? sourceHash(text));
  }
  const plain = html.replaceAll(own, "");
  if (plain.includes(nonce)) throw new Error("A nonce stands in a page outside of its scripts and styles");
  const directives = policy.split("; ").map((directive) => {
    const names = directive.startsWith("style-src") ? hashes.style : hashes.script;
    return directive.replace(`'nonce-${nonce}'`, [...names].map((one) => `'${one}'`).join(" "));
  });
  return { html: plain, policy: directives.join("; ") };
}

/** Scripts and style sheets in order; their content is not parsed. */
function* elements(html: string): Generator<{ name: "script" | "style"; attributes: string; text: string }> {
  const opening = /<(script|style)\b([^>]*)>/g;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const [whole, tag, attributes = ""] = found;
    const name = tag === "style" ? "style" : "script";
    const from = found.index + whole.length;
    const end = html.indexOf(`</${name}>`, from);
    if (end < 0) return;
    yield { name, attributes, text: html.slice(from, end) };
    opening.lastIndex = end;
  }
}

function sourceIn(block: string): string {
  const late: unknown = JSON.parse(block);
  return typeof late === "object" && late !== null && "source" in late ? String(late.source) : "";
}

/** The hash of an inline script or style in the policy's format. In: its text as latin1. */
export function sourceHash(text: string): string {
  return `sha256-${createHash("sha256").update(text, "latin1").digest("base64")}`;
}
