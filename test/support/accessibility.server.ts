import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { Frame, Page } from "playwright-core";
import { desktop, phone } from "./visitor.server.ts";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Without its comments axe loads into a page 60 ms faster. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** The rules of axe that look at colours: all that light or dark can change, as the scheme sets nothing but colours. */
const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * Everything axe finds on what is shown now, in short: WCAG 2.2 AA and axe's own good practices, or only these rules.
 * `except`: a selector of what is looked at elsewhere.
 * axe runs in the page itself: its builder for Playwright opens a second page for each answer, which takes six times as
 * long.
 */
export async function accessibilityFaults(
  page: Page,
  rules?: readonly string[],
  except?: string,
): Promise<string[]> {
  for (const frame of page.frames()) await loadAxe(frame);
  return page.evaluate(
    async ({ only, without }) => {
      if (!window.axe) throw new Error("axe is not loaded");
      const { violations } = await window.axe.run(without ? { exclude: [[without]] } : document, {
        resultTypes: ["violations"],
        ...(only && { runOnly: { type: "rule" as const, values: only } }),
      });
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
    },
    { only: rules && [...rules], without: except },
  );
}

const everyWidth = [phone, desktop];

/**
 * The faults of a page at each width and colour scheme: on a phone and on a desktop, in light and in dark. It
 * is opened once, then resized and recoloured. All rules of axe run at each width, since each width shows other things,
 * and the page must fit; in the dark those that look at colours run again. Without `widths` it must also fit the widths between them. Afterwards the page is as it was, in light.
 * `except`: a selector of what axe has looked at on another page.
 */
export async function faultsInEveryShape(
  page: Page,
  widths = everyWidth,
  except?: string,
): Promise<string[]> {
  const before = page.viewportSize();
  // Without animations: a colour in transition would be measured in between.
  const show = (colorScheme: "light" | "dark") => page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const faults: string[] = [];
  for (const size of widths) {
    const add = (scheme: string, found: string[]) =>
      faults.push(...found.map((fault) => `${size.width} px, ${scheme}: ${fault}`));
    await page.setViewportSize(size);
    await show("light");
    add("light", await accessibilityFaults(page, undefined, except));
    const wider = await sidewaysScroll(page);
    if (wider > 0) add("light", [`${wider} px wider than the screen`]);
    add("light", await brokenWords(page));
    await show("dark");
    add("dark", await accessibilityFaults(page, colourRules, except));
  }
  await show("light");
  if (widths === everyWidth) faults.push(...(await faultsBetween(page)));
  if (before) await page.setViewportSize(before);
  return faults;
}

/** Widths between those of phones and desktops, where the header and the lists of the back office change. */
const widthsBetween = [1000, 1024, 1040, 1100, 1200];

/**
 * At each of these widths: sideways scroll, a search field of less than 320 px in the header or above a list, and a field
 * that leaves the place it has.
 */
export async function faultsBetween(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widthsBetween) {
    await page.setViewportSize({ width, height: 800 });
    const { wider, narrow, outside } = await page.evaluate(() => {
      const shown = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.offsetWidth > 1);
      const box = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
      return {
        wider: document.documentElement.scrollWidth - window.innerWidth,
        narrow: shown(":is(.site-head .row, .listing-controls) > .search")
          .map((search) => box(search).width)
          .filter((across) => across < 320),
        outside: shown("main :is(input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea)")
          .filter((field) => box(field).right > box(field.parentElement).right + 1)
          .map((field) => field.outerHTML.slice(0, 120)),
      };
    });
    if (wider > 0) found.push(`${width} px: ${wider} px wider than the screen`);
    if (width >= 1024) found.push(...narrow.map((across) => `${width} px: a search is ${across} px wide`));
    found.push(...outside.map((field) => `${width} px: outside of its place: ${field}`));
  }
  return found;
}

/**
 * Words that are broken into two lines because something takes their room. Texts that say themselves that they may be
 * broken anywhere, such as addresses, are left out.
 */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement, textContent } = text;
      const isTitle = parentElement?.closest("h1, h2, h3") !== null;
      // What only screen readers have is a pixel wide.
      const isSeen = parentElement?.checkVisibility() && parentElement.getBoundingClientRect().width > 2;
      if (!parentElement || !isSeen || !textContent?.trim()) continue;
      if (!isTitle && getComputedStyle(parentElement).overflowWrap === "anywhere") continue;
      for (const { 0: word, index } of textContent.matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(`"${word}" is broken into two lines`);
      }
    }
    return broken;
  });
}

/** Pixels by which the page is wider than the screen. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(axeSource);
}
