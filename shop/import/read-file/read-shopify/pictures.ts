import { cutText } from "../../../../platform/text/cut-text.ts";
import type { ReportProblem, Row, Unchecked } from "../../draft.ts";

const most = { pictures: 30, name: 200, alt: 300, source: 2000 };

/**
 * The pictures of a product in order; a variant's own picture is assigned to its colour. Nothing is fetched:
 * "https://cdn.example/files/kurta-front.jpg?v=1" is the picture "kurta-front.jpg" of the ZIP.
 */
export function picturesOf(
  rows: Row[],
  variants: Unchecked["variants"],
  report: ReportProblem,
): Unchecked["pictures"] {
  const found = new Map<string, Unchecked["pictures"][number]>();
  const listed = rows
    .filter((row) => row.cell("Image Src"))
    .map((row) => ({ row, position: Number(row.cell("Image Position")) || Number.MAX_SAFE_INTEGER }))
    .sort((one, other) => one.position - other.position);
  const add = (source: string, alt: string) => {
    const name = fileName(source);
    const picture = found.get(name) ?? {
      name,
      alt: cutText(alt, most.alt),
      colour: null,
      source: /^https?:/i.test(source) ? cutText(source, most.source) : null,
    };
    found.set(name, picture);
    return picture;
  };
  for (const { row } of listed) add(row.cell("Image Src"), row.cell("Image Alt Text"));
  const colours = new Map(variants.map(({ row, colour }) => [row, colour]));
  for (const row of rows) {
    const source = row.cell("Variant Image");
    if (source) add(source, "").colour ??= colours.get(row.number) ?? null;
  }
  const all = [...found.values()];
  const last = listed.at(-1)?.row ?? rows[0];
  if (all.length > most.pictures && last) report(last.number, last.heading("Image Src"), "too-many-pictures");
  return all.slice(0, most.pictures);
}

function fileName(source: string): string {
  const path = source.split(/[?#]/)[0] ?? "";
  return (path.split("/").at(-1) ?? "").toLowerCase().slice(0, most.name);
}
