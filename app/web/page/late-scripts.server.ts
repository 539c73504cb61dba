import { jsonInScript } from "../seo/json-in-script.ts";

const preload = '<link rel="modulepreload" href="';
const isModule = ' type="module"';

/**
 * Runs in the page: brings in its scripts when the pictures of the first view are painted, at the first touch or key,
 * or after three seconds, whichever comes first.
 */
function bringScripts() {
  const nonce = document.currentScript?.nonce ?? "";
  const { hrefs, source }: { hrefs: string[]; source: string } = JSON.parse(
    document.getElementById("late-scripts")?.textContent ?? "{}",
  );
  const signs = ["pointerdown", "keydown", "touchstart", "focusin"];
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const href of hrefs) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = href;
      document.head.append(link);
    }
    // Each half takes a phone some 30 ms: between them a tap is heard.
    setTimeout(() => {
      const script = document.createElement("script");
      script.type = "module";
      script.nonce = nonce;
      script.textContent = source;
      document.body.append(script);
    }, 0);
  };
  for (const sign of signs) addEventListener(sign, begin, { once: true, capture: true, passive: true });
  // Two frames after the pictures have come the page has handed them on; decoded and shown they are some time later.
  const seen = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin, 100)));
  addEventListener("load", seen, { once: true });
  setTimeout(begin, 3_000);
}

/**
 * Takes the module scripts out of the way of the first paint (docs/decisions/0004). On a slow line the browser would
 * else share it between 110 KB of scripts and the pictures that a visitor waits for; the page can be read, and its
 * links and forms used, without them.
 * In: a whole page as React wrote it, and the nonce of its scripts. Out: the page, its scripts named in a data block.
 */
export function lateScripts(html: string, nonce: string): string {
  const script = moduleScript(html);
  if (script === null) return html;
  const { hrefs, rest } = withoutPreloads(html.slice(0, script.from));
  const source = html.slice(script.inside, script.end);
  const block = `<script type="application/json" id="late-scripts" nonce="${nonce}">${jsonInScript({ hrefs, source })}</script>`;
  const begin = `<script nonce="${nonce}">(${bringScripts})()</script>`;
  return rest + block + begin + html.slice(script.to);
}

/** Where the module script stands: from the end of the page, because it is the last of a page of 200 KB. */
function moduleScript(html: string): { from: number; inside: number; end: number; to: number } | null {
  for (let at = html.lastIndexOf(isModule); at >= 0; at = html.lastIndexOf(isModule, at - 1)) {
    const from = html.lastIndexOf("<", at);
    if (!html.startsWith("<script", from) || html.lastIndexOf(">", at) > from) continue;
    const inside = html.indexOf(">", at) + 1;
    const end = html.indexOf("</script>", inside);
    return { from, inside, end, to: end + "</script>".length };
  }
  return null;
}

function withoutPreloads(html: string): { hrefs: string[]; rest: string } {
  const hrefs: string[] = [];
  let rest = "";
  let done = 0;
  for (let at = html.indexOf(preload); at >= 0; at = html.indexOf(preload, done)) {
    const href = at + preload.length;
    hrefs.push(html.slice(href, html.indexOf('"', href)));
    rest += html.slice(done, at);
    done = html.indexOf(">", href) + 1;
  }
  return { hrefs, rest: rest + html.slice(done) };
}
