import { type SizeGuide as Guide, isLength } from "../../../shop/catalogue/kinds/size-guide.ts";
import { CachedFragment } from "../../http/fragments/cached-fragment.tsx";

const millimetresPerInch = 25.4;

/**
 * Body measures, and the product's own if known. Both units are in the HTML and the choice shows one of them
 * (product.css), so that it works without scripts.
 */
export default function SizeGuides({
  body,
  own,
  fit,
}: {
  body: Guide | null;
  own: Guide | null;
  fit: string[];
}) {
  return (
    <div className="size-guide">
      {fit.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <fieldset className="flex gap-5 mb-4">
        <legend className="sr-only">Units</legend>
        {(["cm", "in"] as const).map((unit) => (
          <label key={unit} className="inline-flex items-center gap-2 min-h-tap">
            <input type="radio" name="size-unit" value={unit} defaultChecked={unit === "cm"} />
            {unit === "cm" ? "Centimetres" : "Inches"}
          </label>
        ))}
      </fieldset>
      {own && <StoredTable guide={own} title="Product measures" />}
      {body && <StoredTable guide={body} title={own ? "Body measures" : null} />}
    </div>
  );
}

function StoredTable({ guide, title }: { guide: Guide; title: string | null }) {
  return (
    <CachedFragment of={guide} variant={title ?? ""}>
      <SizeTable guide={guide} title={title} />
    </CachedFragment>
  );
}

function SizeTable({ guide, title }: { guide: Guide; title: string | null }) {
  return (
    <>
      {title && <h3 className="mb-1 font-medium">{title}</h3>}
      <p className="muted">
        <InUnit text={guide.note} />
      </p>
      <table className="w-full mt-4 mb-8 text-small">
        <thead>
          <tr>
            {guide.columns.map((column) => (
              <th key={column} scope="col">
                <InUnit text={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {guide.rows.map(([size, ...cells]) => (
            <tr key={size}>
              <th scope="row">{size}</th>
              {cells.map((cell, place) => {
                const column = guide.columns[place + 1] ?? "";
                return (
                  <td key={column} className="num">
                    {isLength(column) ? <Both cm={cell} inches={inInches(cell)} /> : cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** A text with the name of the chosen unit. */
function InUnit({ text }: { text: string }) {
  const [before, word, after] = text.split(/(\bcm\b|\bcentimetres\b)/);
  if (!word) return text;
  return (
    <>
      {before}
      <Both cm={word} inches={word === "cm" ? "in" : "inches"} />
      {after}
    </>
  );
}

function Both({ cm, inches }: { cm: string; inches: string }) {
  return (
    <>
      <span className="unit-cm">{cm}</span>
      <span className="unit-in">{inches}</span>
    </>
  );
}

/** "82–86" centimetres in inches: "32.3–33.9". */
function inInches(cell: string): string {
  return cell.replace(/\d+(\.\d+)?/g, (length) => ((Number(length) * 10) / millimetresPerInch).toFixed(1));
}
