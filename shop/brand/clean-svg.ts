import { Parser } from "htmlparser2";
import { type Done, done, type Refused, refused } from "../refused.ts";

export type SvgRefusal =
  | "svg-too-big"
  | "svg-too-complex"
  | "svg-script"
  | "svg-text"
  | "svg-picture"
  | "svg-effect"
  | "svg-dashes"
  | "svg-entities"
  | "svg-broken";

const maxBytes = 256 * 1024;
const maxDepth = 32;
/** Elements drawn, with those that are drawn again by a reference; 200 characters of a path count as one. */
const maxDrawn = 10_000;
const charactersPerElement = 200;

const shapes = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
const groups = ["svg", "g", "defs", "symbol", "use", "clipPath", "mask", "style", "a", "switch"];
const paints = ["linearGradient", "radialGradient", "stop"];
const known = new Set([...shapes, ...groups, ...paints]);

/** What cannot be taken over without another look of the logo. Other unknown elements are left out. */
const refusedElements: Record<string, SvgRefusal> = {
  script: "svg-script",
  foreignObject: "svg-script",
  text: "svg-text",
  tspan: "svg-text",
  image: "svg-picture",
  filter: "svg-effect",
  pattern: "svg-effect",
  marker: "svg-effect",
};

const attributes = new Set(
  `id class style viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform
  offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits mask-type
  fill fill-opacity fill-rule clip-rule clip-path mask stroke stroke-width stroke-opacity stroke-linecap
  stroke-linejoin stroke-miterlimit opacity color stop-color stop-opacity display visibility`.split(/\s+/),
);

type Element = {
  name: string;
  id: string | null;
  attributes: [name: string, value: string][];
  text: string;
  /** Ids that drawing it draws again. */
  refers: string[];
  children: Element[];
};

/**
 * An SVG with what a drawn logo needs and nothing else: parsed, checked against lists of elements and attributes, and
 * written anew, so that what is drawn is what was understood. References lead to its own elements only. In: the file's
 * bytes. Out: the new SVG, or a refusal: scripts, text (its typeface is not there), pictures, effects, dashed lines,
 * own entities, more than 256 KB, too many elements to draw, not an SVG.
 */
export function cleanSvg(bytes: Buffer): Done<string> | Refused<SvgRefusal> {
  if (bytes.length > maxBytes) return refused("svg-too-big");
  let source: string;
  try {
    source = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refused("svg-broken");
  }
  const { root, refusal } = parsed(source);
  if (refusal) return refused(refusal);
  if (root?.name !== "svg") return refused("svg-broken");
  const drawn = drawnBy(root);
  return drawn > maxDrawn ? refused("svg-too-complex") : done(written(root, true));
}

function parsed(source: string): { root: Element | null; refusal: SvgRefusal | null } {
  const open: (Element | null)[] = [];
  let root: Element | null = null;
  let refusal: SvgRefusal | null = null;
  const refuse = (why: SvgRefusal) => {
    refusal ??= why;
    parser.pause();
  };
  const parser = new Parser(
    {
      onprocessinginstruction(name, data) {
        if (/<!ENTITY|\[/i.test(data)) refuse("svg-entities");
        else if (!/^[?!](xml|DOCTYPE)$/i.test(name)) refuse("svg-broken");
      },
      onopentag(name, given) {
        const local = name.replace(/^svg:/, "");
        const why = refusedElements[local];
        if (why) return refuse(why);
        const parent = open.at(-1);
        if (open.length >= maxDepth) return refuse("svg-too-complex");
        // Below what is left out everything is.
        const isKept = known.has(local) && (open.length === 0 || Boolean(parent));
        const element = isKept ? elementOf(local, given, refuse) : null;
        if (element && open.length === 0) root ??= element;
        if (element) parent?.children.push(element);
        open.push(element);
      },
      ontext(text) {
        const element = open.at(-1);
        if (element?.name === "style") element.text += text;
      },
      onclosetag() {
        const element = open.pop();
        if (element?.name !== "style") return;
        // A comment could stand between a property and its colon.
        element.text = element.text.replace(/\/\*.*?(?:\*\/|$)/gs, " ");
        const why = cssRefusal(element.text);
        if (why) refuse(why);
        element.refers = referencesIn(element.text);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(source);
  return { root, refusal };
}

function elementOf(
  name: string,
  given: Record<string, string>,
  refuse: (why: SvgRefusal) => void,
): Element | null {
  const kept: [string, string][] = [];
  const refers: string[] = [];
  for (const [attribute, value] of Object.entries(given)) {
    if (/^on/i.test(attribute)) refuse("svg-script");
    else if (attribute === "href" || attribute === "xlink:href") {
      const id = /^#([\w.:-]+)$/.exec(value.trim())?.[1];
      // Links and namesakes elsewhere are no part of the drawing.
      if (name === "a") continue;
      if (id === undefined) refuse("svg-picture");
      else {
        kept.push(["href", `#${id}`]);
        if (name === "use") refers.push(id);
      }
    } else if (/^stroke-dasharray$/.test(attribute)) {
      if (value.trim() !== "none") refuse("svg-dashes");
    } else if (attribute === "filter") {
      if (value.trim() !== "none") refuse("svg-effect");
    } else if (attributes.has(attribute)) {
      const why = cssRefusal(value);
      if (why) refuse(why);
      refers.push(...referencesIn(value));
      kept.push([attribute, value]);
    }
  }
  return { name, id: given.id ?? null, attributes: kept, text: "", refers, children: [] };
}

/** Styles may do what attributes may. A backslash could hide a word. */
function cssRefusal(css: string): SvgRefusal | null {
  if (/\\|@|<|\/\*/.test(css)) return "svg-script";
  for (const [, inside = ""] of css.matchAll(/url\(([^)]*)\)?/gi)) {
    if (!/^\s*["']?#[\w.:-]+["']?\s*$/.test(inside)) return "svg-picture";
  }
  if (/\b(?:filter|backdrop-filter)\s*:\s*(?!none)/i.test(css)) return "svg-effect";
  return /stroke-dasharray\s*:\s*(?!none)/i.test(css) ? "svg-dashes" : null;
}

function referencesIn(value: string): string[] {
  return [...value.matchAll(/url\(\s*["']?#([\w.:-]+)/gi)].flatMap(([, id]) => (id ? [id] : []));
}

/** How much drawing a file costs, with everything that is drawn again; infinite for a circle of references. */
function drawnBy(root: Element): number {
  const byId = new Map<string, Element>();
  const everywhere: string[] = [];
  const collect = (element: Element) => {
    if (element.id !== null) byId.set(element.id, element);
    // A rule of a style sheet may fit any element.
    if (element.name === "style") everywhere.push(...element.refers);
    for (const child of element.children) collect(child);
  };
  collect(root);
  const costs = new Map<Element, number>();
  const costOf = (element: Element): number => {
    const before = costs.get(element);
    if (before !== undefined) return before;
    costs.set(element, Number.POSITIVE_INFINITY);
    const length = element.attributes.reduce((sum, [, value]) => sum + value.length, 0);
    let cost = 1 + length / charactersPerElement;
    for (const child of element.children) cost += costOf(child);
    for (const id of element.refers) {
      const target = byId.get(id);
      if (target && !paints.includes(target.name)) cost += costOf(target);
    }
    costs.set(element, cost);
    return cost;
  };
  const own = costOf(root);
  const shared = everywhere.reduce((sum, id) => {
    const target = byId.get(id);
    return target && !paints.includes(target.name) ? sum + costOf(target) : sum;
  }, 0);
  return own * (1 + shared);
}

function written({ name, attributes: given, text, children }: Element, isRoot = false): string {
  const all = isRoot ? [["xmlns", "http://www.w3.org/2000/svg"], ...given] : given;
  const start = [name, ...all.map(([attribute, value]) => `${attribute}="${escaped(value ?? "")}"`)].join(
    " ",
  );
  return `<${start}>${escaped(text)}${children.map((child) => written(child)).join("")}</${name}>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
