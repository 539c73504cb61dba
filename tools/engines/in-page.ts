// Functions that run in the page, each by its source: none may use anything outside of itself.

export type Found = { x: number; y: number } | { missing: string };

/**
 * The middle of the first visible element of a selector, scrolled into view. `name`: its accessible name or the
 * beginning of it; "" for any. Missing when there is none, or when something else covers its middle.
 */
export function findElement(selector: string, name: string): Found {
  const nameOf = (element: Element) => {
    const labels = "labels" in element && element.labels instanceof NodeList ? element.labels : null;
    const words = element.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? element.textContent ?? "";
    return words.replaceAll(/\s+/g, " ").trim();
  };
  const shown = [...document.querySelectorAll(selector)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.getClientRects().length > 0 &&
      !element.closest("[aria-hidden=true]"),
  );
  const found =
    shown.find((element) => nameOf(element) === name) ??
    shown.find((element) => nameOf(element).startsWith(name));
  if (!found) return { missing: `no ${selector} "${name}" on ${location.pathname}` };
  // A link over several lines is pressed in its first.
  const { left, top, width, height } = found.getClientRects()[0] ?? new DOMRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const front = document.elementFromPoint(x, y);
  // A radio button may lie under the words of its label.
  if (front && (found.contains(front) || front.closest("label")?.contains(found))) return { x, y };
  found.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  return { missing: `${selector} "${name}" is out of view or covered by ${front?.outerHTML.slice(0, 120)}` };
}

/** Whether the page shows a text, in any case. */
export function showsText(text: string): boolean {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden does not count
  return document.body.innerText.toLowerCase().includes(text.toLowerCase());
}

/** What covers an element or keeps a part of it out of view; "" when it stands free or is not shown. */
export function coverOf(selector: string): string {
  const element = document.querySelector(selector);
  if (!element) return `no ${selector}`;
  if (!element.checkVisibility()) return "";
  const { left, top, right, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight || left < 0 || right > innerWidth)
    return `${selector} is at ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight} px`;
  for (const y of [top + 1, (top + bottom) / 2, bottom - 1])
    for (const x of [left + 1, (left + right) / 2, right - 1])
      for (let over = document.elementFromPoint(x, y); over; over = over.parentElement) {
        const stays = ["fixed", "sticky"].includes(getComputedStyle(over).position);
        if (stays && !over.contains(element)) return `${selector} is under ${over.outerHTML.slice(0, 100)}`;
      }
  return "";
}

/** Elements that stand out of the page, or a row of them out of its frame; [] when the page is as wide as the screen. */
export function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const outside = [...document.querySelectorAll("body *")].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
  );
  return [
    `${scrollWidth} px in ${clientWidth} px`,
    ...outside.slice(0, 3).map((element) => element.outerHTML.slice(0, 100)),
  ];
}
