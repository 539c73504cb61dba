import { describe, expect, test } from "vitest";
import { features } from "web-features";
import { oldestBrowsers } from "../../scripts/browsers.mjs";
import { type Source, sources } from "./sources.ts";

const oldest = (name: string) =>
  Number.parseFloat(oldestBrowsers.find((one) => one.startsWith(name))?.slice(name.length) ?? "");

/** The supported browsers, as the data set names them. */
const supported = [
  ["chrome", oldest("chrome")],
  ["edge", oldest("edge")],
  ["firefox", oldest("firefox")],
  ["safari", oldest("safari")],
  ["safari_ios", oldest("ios")],
] as const;

/** Keys of MDN's compatibility data that a supported browser lacks, and which: "safari 18", or "safari" for none. */
const newer = new Map<string, string>(
  Object.values(features).flatMap((feature) => {
    if (feature.kind !== "feature") return [];
    return Object.entries(feature.status.by_compat_key ?? {}).flatMap(([key, { support }]) => {
      const lacking = supported.flatMap(([browser, ours]) => {
        const since = support[browser];
        if (since !== undefined && Number.parseFloat(since.replace("≤", "")) <= ours) return [];
        return [since === undefined ? browser : `${browser} ${since}`];
      });
      return lacking.length > 0 ? [[key, lacking.join(", ")] as const] : [];
    });
  }),
);

/** How a style sheet uses properties, at-rules and pseudo classes and elements. */
const inStyles = [...newer.keys()].flatMap((key): [RegExp, string][] => {
  const [, kind, name = ""] = /^css\.(properties|at-rules|selectors)\.([\w-]+)$/.exec(key) ?? [];
  if (kind === "properties") return [[new RegExp(`(?<=^|[;{\\s])${name}\\s*:`, "m"), key]];
  if (kind === "at-rules") return [[new RegExp(`@${name}\\b`), key]];
  return kind === "selectors" ? [[new RegExp(`::?${name}(?![\\w-]|\\s*:)`), key]] : [];
});

/** What an object has itself, as a script uses it, `URL.parse`, and its keys. */
const members = Map.groupBy(newer.keys(), (key) => {
  const [, owner, name] = /^(?:javascript\.builtins|api)\.(\w+)\.(\w+?)(?:_static)?$/.exec(key) ?? [];
  return owner ? `${owner}.${name}` : "";
});

/** In: a script. Out: the keys of the members that it uses. By names: a pattern for each took most of a minute. */
function membersIn(code: string): string[] {
  const uses = [...code.matchAll(/\b(\w+)(?=\.(\w+))/g)].map(([, owner, name]) => `${owner}.${name}`);
  return [...new Set(uses)].flatMap((use) => members.get(use) ?? []);
}

/** Uses that the name of the key does not tell: values, attributes, and methods of instances. */
const furtherInStyles: [RegExp, string][] = [
  [/\blight-dark\(/, "css.types.color.light-dark"],
  [/\bif\(/, "css.types.if"],
  [/\bcalc-size\(/, "css.types.calc-size"],
  [/\b(oklch|oklab|rgb|hsl)\(from /, "css.types.color.oklch.relative_syntax"],
  [/\btext-wrap: *balance/, "css.properties.text-wrap.balance"],
  [/\btext-wrap: *pretty/, "css.properties.text-wrap.pretty"],
];
const furtherInScripts: [RegExp, string][] = [
  [/\bTemporal\./, "javascript.builtins.Temporal"],
  [/\bnew Intl\.Segmenter\b/, "javascript.builtins.Intl.Segmenter"],
  [/\bnew Intl\.DurationFormat\b/, "javascript.builtins.Intl.DurationFormat"],
  [/\.(symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/, "javascript.builtins.Set.isSubsetOf"],
  [
    /\.(values|keys|entries)\(\)\s*\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
    "javascript.builtins.Iterator.map",
  ],
  [/\b(toBase64|fromBase64|toHex|fromHex)\(/, "javascript.builtins.Uint8Array.toBase64"],
  [/\.getOrInsert(Computed)?\(/, "javascript.builtins.Map.getOrInsert"],
  [/\bstartViewTransition\b/, "api.Document.startViewTransition"],
  [/\b(show|hide|toggle)Popover\b|\bpopover[tT]arget\b/, "api.HTMLElement.showPopover"],
  [/\bcheckVisibility\(/, "api.Element.checkVisibility"],
  [/\brequestIdleCallback\b/, "api.Window.requestIdleCallback"],
  [/\bscheduler\.(yield|postTask)\b/, "api.Scheduler.postTask"],
  [/\bclosed[bB]y=/, "html.elements.dialog.closedby"],
  [/\bcommand[fF]or\b/, "html.elements.button.commandfor"],
  [/["'`]scrollend["'`]/, "api.Element.scrollend_event"],
  [/\bmoveBefore\(/, "api.Element.moveBefore"],
];

/** Where the fallback is, or why a browser without the feature shows the same page. */
const withFallback: Record<string, string> = {
  "html.elements.button.commandfor": "app/ui/sheet.tsx: a click handler",
  "api.HTMLElement.showPopover":
    "app/back-office/parts/screen-head.tsx: what stands behind More stands beside it, by @supports",
  "api.Notification.permission_static":
    "app/parts/account/push-switch.tsx asks whether there are notifications",
  "api.Notification.requestPermission_static": "the same",
  "css.properties.content-visibility": "a hint for speed; ::details-content is tested by @supports",
  "css.properties.overflow-clip-margin": "only with content-visibility, and a shadow is cut",
  "css.properties.mask": "the build adds -webkit-mask",
  "css.properties.mask-repeat": "the build adds -webkit-mask-repeat",
  "css.properties.user-select": "the build adds -webkit-user-select",
  "css.at-rules.page": "the paper is chosen in the dialog of the printer, as before",
  "css.properties.forced-color-adjust": "only where a browser forces colours, which Safari does not",
  "css.properties.resize": "phones have no handle to resize a field",
  "css.properties.scroll-initial-target": "the selected tab may begin out of view, without scripts",
  "css.properties.scrollbar-width": "a wider scroll bar",
  "css.properties.text-wrap": "lines break elsewhere",
  "css.properties.text-wrap.balance": "lines break elsewhere",
  "css.properties.text-wrap.pretty": "lines break elsewhere",
  "css.selectors.marker": "the sign of a list's item in the colour of its text",
};

/** In: a file; out: what it uses that the oldest supported browsers lack, without a fallback. */
function tooNew({ path, text }: Pick<Source, "path" | "text">): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const isSheet = path.endsWith(".css");
  // A rule inside @supports has a fallback.
  const own = isSheet ? code.replaceAll(/@supports [^{]*\{[\s\S]*?\n\}/g, "") : code;
  const uses = isSheet ? [...inStyles, ...furtherInStyles] : furtherInScripts;
  const keys = uses.filter(([use]) => use.test(own)).map(([, key]) => key);
  return [...(isSheet ? [] : membersIn(own)), ...keys]
    .filter((key) => newer.has(key) && !withFallback[key])
    .map((key) => `${path}: ${key} needs ${newer.get(key)}`);
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

  test("every key of the list is one of the data set, and every fallback is for something newer", () => {
    const known = new Set(
      Object.values(features).flatMap((feature) =>
        feature.kind === "feature" ? Object.keys(feature.status.by_compat_key ?? {}) : [],
      ),
    );
    const keys = [...furtherInStyles, ...furtherInScripts].map(([, key]) => key);
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
    expect(Object.keys(withFallback).filter((key) => !newer.has(key))).toEqual([]);
  });

  test.each([
    [
      "app/x.ts",
      "Map.groupBy(all, () => 1)",
      "javascript.builtins.Map.groupBy needs safari 17.4, safari_ios 17.4",
    ],
    ["app/x.ts", "URL.canParse(text)", "api.URL.canParse_static needs chrome 120"],
    [
      "app/x.ts",
      "map.values().map(String)",
      "javascript.builtins.Iterator.map needs chrome 122, edge 122, firefox 131, safari 18.4, safari_ios 18.4",
    ],
    [
      "app/x.css",
      "a {\n  interpolate-size: allow-keywords;\n}",
      "css.properties.interpolate-size needs chrome 129, edge 129, firefox, safari, safari_ios",
    ],
    [
      "app/x.css",
      "select:open {\n}",
      "css.selectors.open needs chrome 133, edge 133, firefox 136, safari 26.5, safari_ios 26.5",
    ],
  ])("%s with %j is reported", (path, text, fault) => {
    expect(tooNew({ path, text })).toEqual([`${path}: ${fault}`]);
  });

  test("a rule inside @supports has a fallback", () => {
    const text = "@supports selector(::details-content) {\n  a::details-content {\n    top: 0;\n  }\n}\n";
    expect(tooNew({ path: "app/x.css", text })).toEqual([]);
  });
});
