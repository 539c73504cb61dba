/** Colours of one scheme, by the names of the custom properties in app/styles/tokens.css. "#rrggbb" each. */
export type Scheme = Record<(typeof tokens)[number], string>;

const tokens = [
  "paper",
  "sunk",
  "hero-ground",
  "raised",
  "line",
  "edge",
  "ink",
  "ink-2",
  "indigo",
  "act",
  "act-2",
  "on-act",
  "wash",
  "madder",
  "madder-wash",
  "neem",
  "neem-wash",
  "haldi",
  "haldi-ink",
  "haldi-wash",
  "hem",
  "hem-ink",
  "hem-ink-2",
] as const;

/** Two colours that meet on a page, the least contrast that WCAG 2.2 AA asks of them, and what people call them. */
export type Pair = { over: keyof Scheme; ground: keyof Scheme; least: 3 | 4.5; name: string };

/** A pair of a scheme with too little contrast. */
export type Failure = Pair & { scheme: "light" | "dark"; contrast: number };

const grounds = [
  ["paper", "the background"],
  ["sunk", "bands"],
  ["raised", "dialogs and fields"],
] as const;

const onGrounds = [
  ["ink", "Text", 4.5],
  ["ink-2", "Secondary text", 4.5],
  ["indigo", "Links", 4.5],
  ["madder", "Prices and errors", 4.5],
  ["neem", "Success", 4.5],
  ["haldi-ink", "Warnings", 4.5],
  ["act", "Buttons", 3],
  ["act-2", "Buttons under the pointer", 3],
  ["edge", "Borders of fields", 3],
] as const;

/** All pairs that the pages have. Hairlines and stars are decoration (WCAG 1.4.11). */
export const pairs: readonly Pair[] = [
  ...onGrounds.flatMap(([over, what, least]) =>
    grounds.map(([ground, where]): Pair => ({ over, ground, least, name: `${what} on ${where}` })),
  ),
  { over: "on-act", ground: "act", least: 4.5, name: "Text on buttons" },
  { over: "on-act", ground: "act-2", least: 4.5, name: "Text on buttons under the pointer" },
  { over: "ink", ground: "hero-ground", least: 4.5, name: "Text on the home page's picture" },
  { over: "ink", ground: "wash", least: 4.5, name: "Text on what is selected" },
  { over: "indigo", ground: "wash", least: 4.5, name: "Links on what is selected" },
  { over: "madder", ground: "madder-wash", least: 4.5, name: "Errors on their ground" },
  { over: "neem", ground: "neem-wash", least: 4.5, name: "Success on its ground" },
  { over: "haldi-ink", ground: "haldi-wash", least: 4.5, name: "Warnings on their ground" },
  { over: "hem-ink", ground: "hem", least: 4.5, name: "Text in the footer" },
  { over: "hem-ink-2", ground: "hem", least: 4.5, name: "Secondary text in the footer" },
];

/** Lightness 0 to 1, chroma 0 to about 0.37, hue in degrees. */
type Oklch = { l: number; c: number; h: number };

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

function linear(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [toLinear((value >> 16) / 255), toLinear(((value >> 8) & 255) / 255), toLinear((value & 255) / 255)];
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance). In: "#rrggbb" each. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Matrices: Björn Ottosson, "A perceptual color space for image processing" (2020). */
function oklch(hex: string): Oklch {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const along = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, along),
    h: (Math.atan2(along, a) * 180) / Math.PI,
  };
}

function channels({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** The nearest colour of sRGB with this lightness and hue: less chroma where there is not as much. */
function hexOf({ l, c, h }: Oklch): string {
  const isShown = (chroma: number) =>
    channels({ l, c: chroma, h }).every((each) => each > -1e-4 && each < 1.0001);
  let [low, high] = isShown(c) ? [c, c] : [0, c];
  for (let step = 0; step < 16 && high > low; step++) {
    const middle = (low + high) / 2;
    if (isShown(middle)) low = middle;
    else high = middle;
  }
  const bytes = channels({ l, c: low, h }).map((each) => {
    const byte = Math.round(fromLinear(Math.min(1, Math.max(0, each))) * 255);
    return byte.toString(16).padStart(2, "0");
  });
  return `#${bytes.join("")}`;
}

/** The colour, or the first one lighter (`by` above 0) or darker that has the contrast with all grounds; else the last. */
function readable(
  wanted: Oklch,
  on: readonly string[],
  { least, by }: { least: number; by: number },
): string {
  for (let { l } = wanted; l >= 0 && l <= 1; l += by) {
    const hex = hexOf({ ...wanted, l });
    if (on.every((ground) => contrast(hex, ground) >= least)) return hex;
  }
  return by > 0 ? "#ffffff" : "#000000";
}

/** Hues and chromas of colours with a meaning: an owner's palette changes only how light they are. */
const meanings = { madder: oklch("#a1321d"), neem: oklch("#2f6140"), haldi: oklch("#7a4f04") };

type Grounds = Pick<Scheme, "paper" | "sunk" | "raised" | "hero-ground">;
/** `isDark`: more contrast is lighter. */
type On = { isDark: boolean };

const mainOf = ({ paper, sunk, raised }: Grounds) => [paper, sunk, raised] as const;
const direction = ({ isDark }: On) => (isDark ? 0.01 : -0.01);

function groundsOn(paper: Oklch, { isDark }: On): Grounds & Pick<Scheme, "line"> {
  const shade = (l: number, c = paper.c) => hexOf({ ...paper, l: paper.l + l, c });
  return {
    paper: shade(0),
    sunk: shade(isDark ? 0.03 : -0.029),
    raised: isDark ? shade(0.05) : hexOf({ ...paper, l: Math.min(1, paper.l + 0.014), c: paper.c / 3 }),
    "hero-ground": shade(isDark ? 0.105 : -0.08, Math.min(paper.c + 0.015, 0.04)),
    line: shade(isDark ? 0.12 : -0.08),
  };
}

/** The ground of what is selected or has a meaning: a little of a hue, as far from the page as the shipped ones are. */
function washOf({ h, c }: Oklch, paper: Oklch, { isDark }: On): string {
  const l = isDark ? paper.l + 0.095 : Math.min(0.945, paper.l - 0.02);
  return hexOf({ l, c: Math.min(c, isDark ? 0.035 : 0.022), h });
}

/** Text in a hue: as dark as it is, or as light as the shipped links of the dark scheme, and readable. */
function tinted(hue: Oklch, on: readonly string[], { isDark }: On): string {
  const l = isDark ? Math.max(hue.l, 0.78) : hue.l;
  return readable({ ...hue, l }, on, { least: 4.5, by: direction({ isDark }) });
}

/** What depends on the accent, on grounds that are there. `paper`: the page's own. */
function accentTokens(accent: Oklch, grounds: Grounds, { isDark, hem }: On & { hem: number }) {
  const main = mainOf(grounds);
  const wash = washOf(accent, oklch(grounds.paper), { isDark });
  const wanted = isDark ? { ...accent, l: Math.max(accent.l, 0.4) } : accent;
  const act = readable(wanted, main, { least: 3, by: direction({ isDark }) });
  return {
    indigo: tinted(accent, [...main, wash], { isDark }),
    wash,
    ...fills(act, main),
    ...hemOf(accent, hem),
  };
}

/** Everything else: the page's own colours, and those with a meaning. */
function neutralTokens(paper: Oklch, { isDark, wash }: On & { wash: string }) {
  const grounds = groundsOn(paper, { isDark });
  const main = mainOf(grounds);
  const text = (l: number, on: readonly string[], least = 4.5) =>
    readable({ h: paper.h, c: Math.min(paper.c + 0.006, 0.025), l }, [...main, ...on], {
      least,
      by: direction({ isDark }),
    });
  const meant = (hue: Oklch) => {
    const ground = washOf(hue, paper, { isDark });
    return [tinted(hue, [...main, ground], { isDark }), ground] as const;
  };
  const [madder, madderWash] = meant(meanings.madder);
  const [neem, neemWash] = meant(meanings.neem);
  const [haldiInk, haldiWash] = meant(meanings.haldi);
  return {
    ...grounds,
    edge: text(isDark ? 0.6 : 0.61, [], 3),
    ink: text(isDark ? 0.955 : 0.215, [grounds["hero-ground"], wash]),
    "ink-2": text(isDark ? 0.76 : 0.455, []),
    madder,
    "madder-wash": madderWash,
    neem,
    "neem-wash": neemWash,
    haldi: isDark ? "#dfae4a" : "#b77a0c",
    "haldi-ink": haldiInk,
    "haldi-wash": haldiWash,
  };
}

/**
 * The fill of buttons and what is on it: the text is white where that can be read, else nearly black, else black. The
 * fill under the pointer differs by 0.06, as the shipped ones do, where text and grounds allow it.
 */
function fills(act: string, main: readonly string[]): Pick<Scheme, "act" | "act-2" | "on-act"> {
  // Of white and black one always has 4.58 at least; the softer black has not.
  const onAct = ["#ffffff", "#14130f"].find((ink) => contrast(ink, act) >= 4.5) ?? "#000000";
  const { l, ...hue } = oklch(act);
  const isGood = (fill: string) =>
    contrast(fill, onAct) >= 4.5 && main.every((ground) => contrast(fill, ground) >= 3);
  const steps = onAct === "#ffffff" ? [-0.06, 0.06, -0.03, 0.03, 0.015] : [0.06, -0.06, 0.03, -0.03, -0.015];
  const act2 = steps.map((step) => hexOf({ ...hue, l: l + step })).find(isGood) ?? act;
  return { act, "act-2": act2, "on-act": onAct };
}

function hemOf(accent: Oklch, l: number): Pick<Scheme, "hem" | "hem-ink" | "hem-ink-2"> {
  return {
    hem: hexOf({ ...accent, l, c: Math.min(accent.c, 0.09) }),
    "hem-ink": "#f3eee0",
    "hem-ink-2": hexOf({ ...accent, l: 0.84, c: Math.min(accent.c, 0.02) }),
  };
}

/** The colours that the shop comes with (app/styles/tokens.css; a test compares them). */
export const shippedColours = { accent: "#2a3f7e", background: "#fcfbf7" };
export const shippedSchemes: Schemes = {
  light: {
    paper: "#fcfbf7",
    sunk: "#f5f1e8",
    "hero-ground": "#ebe1d0",
    raised: "#ffffff",
    line: "#e7e2d8",
    edge: "#8c8474",
    ink: "#1b1a17",
    "ink-2": "#5c564b",
    indigo: "#2a3f7e",
    act: "#2a3f7e",
    "act-2": "#1f3066",
    "on-act": "#fcfbf7",
    wash: "#e9ecf5",
    madder: "#a1321d",
    "madder-wash": "#f8e7e0",
    neem: "#2f6140",
    "neem-wash": "#e5efe4",
    haldi: "#b77a0c",
    "haldi-ink": "#7a4f04",
    "haldi-wash": "#f8edd2",
    hem: "#1d2a55",
    "hem-ink": "#f3eee0",
    "hem-ink-2": "#c5c8d8",
  },
  dark: {
    paper: "#161512",
    sunk: "#1f1d19",
    "hero-ground": "#332e26",
    raised: "#23211c",
    line: "#38342c",
    edge: "#8a8272",
    ink: "#f4f0e6",
    "ink-2": "#b8b0a0",
    indigo: "#adbef0",
    act: "#4a66bd",
    "act-2": "#4f6bc3",
    "on-act": "#ffffff",
    wash: "#252a3d",
    madder: "#f2a08b",
    "madder-wash": "#3a211a",
    neem: "#9fd0a6",
    "neem-wash": "#1d2d20",
    haldi: "#dfae4a",
    "haldi-ink": "#ecc677",
    "haldi-wash": "#33280f",
    hem: "#232f5e",
    "hem-ink": "#f3eee0",
    "hem-ink-2": "#c2c7da",
  },
};

export type Schemes = { light: Scheme; dark: Scheme };

/** Whether text on it is light: then the light scheme is made as the dark one is. */
export const isDarkGround = (background: string) =>
  contrast(background, "#ffffff") > contrast(background, "#000000");

/**
 * The colours of both schemes, derived in OKLCH from an accent and a background. The light scheme has the background as
 * it is, and the accent too unless it could not be seen on it: then it is moved away from it. The dark one takes their
 * hues, and as its background a dark one as it is. On the shipped background all other shipped colours stay. In:
 * "#rrggbb" each.
 */
export function schemesOf(accent: string, background: string): Schemes {
  if (background === shippedColours.background) {
    if (accent === shippedColours.accent) return shippedSchemes;
    const { light, dark } = shippedSchemes;
    return {
      light: { ...light, ...accentTokens(oklch(accent), light, { isDark: false, hem: 0.3 }) },
      dark: { ...dark, ...accentTokens(oklch(accent), dark, { isDark: true, hem: 0.32 }) },
    };
  }
  const ground = oklch(background);
  const isDark = isDarkGround(background);
  const night = isDark ? ground : { ...ground, l: 0.195, c: Math.min(ground.c, 0.008) };
  return {
    light: schemeOn(ground, oklch(accent), { isDark, hem: isDark ? hemOn(ground) : 0.3 }),
    dark: schemeOn(night, oklch(accent), { isDark: true, hem: isDark ? hemOn(ground) : 0.32 }),
  };
}

/** Announcement bar and footer are darker than a dark page, where that is possible. */
const hemOn = ({ l }: Oklch) => (l > 0.28 ? l - 0.1 : 0.32);

function schemeOn(paper: Oklch, accent: Oklch, on: On & { hem: number }): Scheme {
  const ofAccent = accentTokens(accent, groundsOn(paper, on), on);
  return { ...neutralTokens(paper, { ...on, wash: ofAccent.wash }), ...ofAccent };
}

/** The pairs of both schemes with too little contrast; none: the colours may be published. */
export function contrastFailures(schemes: Schemes): Failure[] {
  return (["light", "dark"] as const).flatMap((scheme) =>
    pairs.flatMap((pair) => {
      const found = contrast(schemes[scheme][pair.over], schemes[scheme][pair.ground]);
      return found < pair.least ? [{ ...pair, scheme, contrast: found }] : [];
    }),
  );
}
