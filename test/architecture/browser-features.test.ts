import { describe, expect, test } from "vitest";
import { oldestBrowsers } from "../../scripts/browsers.mjs";
import { type Source, sources } from "./sources.ts";

/**
 * Features of scripts that a supported browser lacks: Chrome, Firefox and Safari each have them from these versions
 * (MDN's browser-compat-data, November 2026). Syntax is not here: the build rewrites it.
 */
const newerInScripts: [RegExp, name: string, chrome: number, firefox: number, safari: number][] = [
  [/\b(Map|Object)\.groupBy\b/, "groupBy", 117, 119, 17.4],
  [/\bPromise\.withResolvers\b/, "Promise.withResolvers", 119, 121, 17.4],
  [/\bPromise\.try\b/, "Promise.try", 128, 134, 18.2],
  [/\bURL\.parse\b/, "URL.parse", 126, 126, 18],
  [/\bArray\.fromAsync\b/, "Array.fromAsync", 121, 115, 16.4],
  [/\bRegExp\.escape\b/, "RegExp.escape", 136, 134, 18.2],
  [/\bError\.isError\b/, "Error.isError", 134, 138, 26],
  [/\bMath\.sumPrecise\b/, "Math.sumPrecise", 147, 137, 26.2],
  [/\bAbortSignal\.any\b/, "AbortSignal.any", 116, 124, 17.4],
  [/\bIntl\.Segmenter\b/, "Intl.Segmenter", 87, 125, 14.1],
  [/\bIntl\.DurationFormat\b/, "Intl.DurationFormat", 129, 136, 16.4],
  [/\bTemporal\./, "Temporal", 144, 139, Number.POSITIVE_INFINITY],
  [/\.(symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/, "methods of Set", 122, 127, 17],
  [
    /\.(values|keys|entries)\(\)\s*\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
    "iterator helpers",
    122,
    131,
    18.4,
  ],
  [/\bIterator\.(from|concat)\b/, "Iterator.from", 122, 131, 18.4],
  [/\b(toBase64|fromBase64|toHex|fromHex)\(/, "bytes as base64 or hex", 140, 133, 18.2],
  [/\.getOrInsert(Computed)?\(/, "getOrInsert", 145, 144, 26.2],
  [/\bstartViewTransition\b/, "startViewTransition", 111, 144, 18],
  [/\b(show|hide|toggle)Popover\b|\bpopover[tT]arget\b/, "popover", 114, 125, 17],
  [/\bcheckVisibility\(/, "checkVisibility", 105, 106, 17.4],
  [/\brequestIdleCallback\b/, "requestIdleCallback", 47, 55, Number.POSITIVE_INFINITY],
  [/\bscheduler\.(yield|postTask)\b/, "scheduler", 129, 142, Number.POSITIVE_INFINITY],
  [/\bclosedby=|\bclosedBy=/, "closedby", 134, 141, Number.POSITIVE_INFINITY],
  [/\bcommandfor\b|\bcommandFor\b/, "command buttons", 135, 144, 26.2],
  [/["'`]scrollend["'`]/, "scrollend", 114, 109, 26.2],
  [/\bmoveBefore\(/, "moveBefore", 133, 144, Number.POSITIVE_INFINITY],
];

/** The same for styles; a rule inside `@supports` for the feature has a fallback. */
const newerInStyles: typeof newerInScripts = [
  [/::details-content/, "::details-content", 131, 143, 18.4],
  [/@starting-style/, "@starting-style", 117, 129, 17.5],
  [/@scope\b/, "@scope", 118, 146, 17.4],
  [/@property\b/, "@property", 85, 128, 16.4],
  [/@function\b/, "@function", 139, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [/\blight-dark\(/, "light-dark()", 123, 120, 17.5],
  [/\bif\(/, "if()", 137, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [/\b(oklch|oklab|rgb|hsl)\(from /, "relative colours", 119, 128, 16.4],
  [/\bfield-sizing:/, "field-sizing", 123, 152, 26.2],
  [
    /\binterpolate-size:|calc-size\(/,
    "interpolate-size",
    129,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ],
  [/\b(anchor-name|position-anchor|position-area):|\banchor\(/, "anchor positioning", 125, 147, 26],
  [/\btransition-behavior:|allow-discrete/, "transition-behavior", 117, 129, 17.4],
  [/\btext-box(-trim|-edge)?:/, "text-box", 133, Number.POSITIVE_INFINITY, 18.2],
  [
    /\banimation-timeline:|\b(scroll|view)-timeline/,
    "scroll-driven animations",
    115,
    Number.POSITIVE_INFINITY,
    26,
  ],
  [/\bcontent-visibility:/, "content-visibility", 85, 125, 18],
  [/\btext-wrap(-style)?: *balance/, "text-wrap: balance", 114, 121, 17.5],
  [/\btext-wrap(-style)?: *pretty/, "text-wrap: pretty", 117, Number.POSITIVE_INFINITY, 26],
  [/\bscrollbar-(width|color):/, "scrollbar-width", 121, 64, 18.2],
  [/:popover-open|::backdrop-popover/, "popover", 114, 125, 17],
  [/(?<![\w-]):open\b/, ":open", 133, 136, 26.5],
];

/** The file that has the fallback, or the reason why a browser without the feature shows the same page. */
const withFallback: Record<string, string> = {
  "command buttons": "app/ui/sheet.tsx: a click handler",
  "content-visibility": "a hint for speed; ::details-content is tested by @supports",
  "text-wrap: balance": "lines break elsewhere",
  "text-wrap: pretty": "lines break elsewhere",
  "scrollbar-width": "a wider scroll bar",
};

const version = (name: string) =>
  Number.parseFloat(oldestBrowsers.find((one) => one.startsWith(name))?.slice(name.length) ?? "");

/** In: a file; out: what it uses that the oldest supported browsers lack, without a fallback. */
function tooNew({ path, text }: Pick<Source, "path" | "text">): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const own = path.endsWith(".css") ? code.replaceAll(/@supports [^{]*\{[\s\S]*?\n\}/g, "") : code;
  return (path.endsWith(".css") ? newerInStyles : newerInScripts)
    .filter(([, , ...needs]) =>
      ["chrome", "firefox", "safari"].some((name, at) => version(name) < (needs[at] ?? 0)),
    )
    .filter(([use, name]) => use.test(own) && !withFallback[name])
    .map(([, name, chrome, firefox, safari]) => `${path}: ${name} needs ${chrome}, ${firefox}, ${safari}`);
}

/** Code for the browser: app/ and what it shares of shop/, without the server's files. */
const forBrowsers = sources.filter(
  ({ path, isTest }) => /^(app|shop)\//.test(path) && !isTest && !/\.server\.tsx?$/.test(path),
);

describe("the code for browsers", () => {
  test("uses nothing newer than the supported browsers without a fallback", () => {
    expect(forBrowsers.length).toBeGreaterThan(300);
    expect(forBrowsers.flatMap(tooNew)).toEqual([]);
  });

  test.each([
    ["app/x.ts", "Map.groupBy(all, () => 1)", "groupBy needs 117, 119, 17.4"],
    ["app/x.ts", "URL.parse(text)", "URL.parse needs 126, 126, 18"],
    ["app/x.ts", "map.values().map(String)", "iterator helpers needs 122, 131, 18.4"],
    ["app/x.css", "a {\n  field-sizing: content;\n}", "field-sizing needs 123, 152, 26.2"],
  ])("%s with %j is reported", (path, text, fault) => {
    expect(tooNew({ path, text })).toEqual([`${path}: ${fault}`]);
  });

  test("a rule inside @supports has a fallback", () => {
    const text = "@supports selector(::details-content) {\n  a::details-content {\n    top: 0;\n  }\n}\n";
    expect(tooNew({ path: "app/x.css", text })).toEqual([]);
  });
});
