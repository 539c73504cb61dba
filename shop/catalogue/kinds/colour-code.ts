const codes: Record<string, string> = {
  black: "#1c1c1c",
  white: "#ffffff",
  "off white": "#f5f1e6",
  cream: "#f3ead2",
  beige: "#d8c7a4",
  khaki: "#a89a6d",
  brown: "#6b4a34",
  tan: "#c19a6b",
  grey: "#808080",
  gray: "#808080",
  charcoal: "#36454f",
  silver: "#c0c0c0",
  gold: "#c9a227",
  red: "#c0272d",
  maroon: "#6d1a2b",
  burgundy: "#6d1a36",
  pink: "#e79ab0",
  peach: "#f4b999",
  orange: "#e0762a",
  rust: "#a8482a",
  mustard: "#d2a02a",
  yellow: "#f0cf3c",
  olive: "#6b6b2f",
  green: "#2f7d4f",
  mint: "#a6d8c1",
  teal: "#1f7a7a",
  turquoise: "#40b5ad",
  blue: "#2b5fb0",
  "sky blue": "#87b8de",
  "light blue": "#a5c8e4",
  navy: "#1d2a4d",
  indigo: "#33407f",
  purple: "#6d4590",
  lavender: "#b9a5d6",
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
