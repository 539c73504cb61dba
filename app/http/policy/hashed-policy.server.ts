import { createHash } from "node:crypto";

/**
 * Rewrites a page's Content-Security-Policy from a nonce to SHA-256 hashes: a page may then be stored and shared (a nonce
 * that many visitors get protects nobody) without further work. Only scripts with this response's nonce are hashed, so
 * that an injected one is still blocked. In: the page and its policy. Out: both, without a nonce. Throws when the nonce
 * is anywhere else in the page, which would reveal it.
 */
export function hashedPolicy(html: string, policy: string): { html: string; policy: string } {
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  if (nonce === undefined) return { html, policy };
  const own = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const { attributes, text } of scripts(html)) {
    if (attributes.includes(own) && text !== "" && !attributes.includes('type="application/'))
      hashes.add(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  }
  const plain = html.replaceAll(own, "");
  if (plain.includes(nonce)) throw new Error("A nonce stands in a page outside of its scripts");
  return { html: plain, policy: policy.replaceAll(`'nonce-${nonce}'`, [...hashes].join(" ")) };
}

/** The scripts of a page in order; their content is not parsed. */
function* scripts(html: string): Generator<{ attributes: string; text: string }> {
  const opening = /<script\b([^>]*)>/g;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const [whole, attributes = ""] = found;
    const from = found.index + whole.length;
    const end = html.indexOf("</script>", from);
    if (end < 0) return;
    yield { attributes, text: html.slice(from, end) };
    opening.lastIndex = end;
  }
}
