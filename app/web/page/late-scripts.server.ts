import { jsonInScript } from "../seo/json-in-script.ts";

const preload = '<link rel="modulepreload" href="';
const isModule = ' type="module"';

/**
 * Inline script: loads the modules when the pictures above the fold are painted, on the first interaction, or after
 * three seconds, whichever comes first.
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
    // Each part takes a phone some 30 ms; a pause between them keeps it responsive.
    setTimeout(() => {
      const script = document.createElement("script");
      script.type = "module";
      script.nonce = nonce;
      script.textContent = source;
      document.body.append(script);
    }, 0);
  };
  for (const sign of signs) addEventListener(sign, begin, { once: true, capture: true, passive: true });
  // Two frames after loading, the pictures are handed to the compositor; decoding follows.
  const seen = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin, 100)));
  addEventListener("load", seen, { once: true });
  setTimeout(begin, 3_000);
}

/**
 * Delays the module scripts until after the first paint (docs/decisions/0004). On a slow connection 110 KB of scripts
 * would compete with the visible pictures; the page is usable without them. In: a rendered page and its nonce. Out:
 * the page with its scripts listed in a data block.
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

/** Position of the module script: searched from the end, because it is the last one in a page of 200 KB. */
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
