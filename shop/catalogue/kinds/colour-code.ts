const codes: Record<string, string> = {
  black: "#1c1c1c",
  white: "#ffffff",
  "off white": "#f5f1e6",
  cream: "#f3ead2",
  ivory: "#f6efdd",
  beige: "#d8c7a4",
  khaki: "#a89a6d",
  brown: "#6b4a34",
  tan: "#c19a6b",
  camel: "#b98d5c",
  sand: "#d3bd97",
  nude: "#e0bfa8",
  chocolate: "#4a2c20",
  coffee: "#5b4334",
  grey: "#808080",
  gray: "#808080",
  charcoal: "#36454f",
  silver: "#c0c0c0",
  gold: "#c9a227",
  copper: "#b06a3b",
  bronze: "#8c6a3a",
  red: "#c0272d",
  maroon: "#6d1a2b",
  burgundy: "#6d1a36",
  wine: "#5e1f32",
  coral: "#ec7763",
  rose: "#c9707f",
  magenta: "#b32a7a",
  fuchsia: "#c8327f",
  pink: "#e79ab0",
  peach: "#f4b999",
  orange: "#e0762a",
  rust: "#a8482a",
  mustard: "#d2a02a",
  yellow: "#f0cf3c",
  olive: "#6b6b2f",
  green: "#2f7d4f",
  mint: "#a6d8c1",
  emerald: "#1c7a55",
  "bottle green": "#173f2d",
  lime: "#a5c83e",
  teal: "#1f7a7a",
  turquoise: "#40b5ad",
  aqua: "#6fc6c9",
  blue: "#2b5fb0",
  "sky blue": "#87b8de",
  "light blue": "#a5c8e4",
  navy: "#1d2a4d",
  indigo: "#33407f",
  purple: "#6d4590",
  lavender: "#b9a5d6",
  lilac: "#c3aed6",
  mauve: "#a77e9b",
  violet: "#6a3fa0",
};

/**
 * The code of a common colour name, ignoring case; the last word counts when the whole name is unknown ("Dusty Rose").
 */
export function colourCode(name: string): string | null {
  const words = name
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();
  const last = words.split(" ").at(-1) ?? "";
  if (Object.hasOwn(codes, words)) return codes[words] ?? null;
  return Object.hasOwn(codes, last) ? (codes[last] ?? null) : null;
}
