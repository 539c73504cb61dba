import { inScript } from "../found/in-script.ts";

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const module = /<script[^>]* type="module"[^>]*>([\s\S]*?)<\/script>/;

/**
 * Runs in the page: brings in its scripts when the pictures of the first view are there, at the first touch or key,
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
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = nonce;
    script.textContent = source;
    document.body.append(script);
  };
  for (const sign of signs) addEventListener(sign, begin, { once: true, capture: true, passive: true });
  addEventListener("load", () => setTimeout(begin, 0), { once: true });
  setTimeout(begin, 3_000);
}

/**
 * Takes the module scripts out of the way of the first paint (docs/decisions/0004). On a slow line the browser would
 * else share it between 110 KB of scripts and the pictures that a visitor waits for; the page can be read, and its
 * links and forms used, without them.
 * In: a whole page as React wrote it, and the nonce of its scripts. Out: the page, its scripts named in a data block.
 */
export function lateScripts(html: string, nonce: string): string {
  const source = module.exec(html)?.[1];
  if (source === undefined) return html;
  const hrefs = [...html.matchAll(preload)].map(([, href]) => href);
  const block = `<script type="application/json" id="late-scripts" nonce="${nonce}">${inScript({ hrefs, source })}</script>`;
  const begin = `<script nonce="${nonce}">(${bringScripts})()</script>`;
  return html.replaceAll(preload, "").replace(module, () => block + begin);
}
