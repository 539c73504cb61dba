import type { SizeGuide as Guide } from "../../../shop/catalogue/kinds/size-guide.ts";

/** Body measurements in centimetres. */
export function SizeGuideTable({ guide }: { guide: Guide }) {
  return (
    <div className="size-guide">
      <p className="muted">{guide.note}</p>
      <table>
        <thead>
          <tr>
            {guide.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {guide.rows.map(([size, ...measures]) => (
            <tr key={size}>
              <th scope="row">{size}</th>
              {measures.map((measure, place) => (
                <td key={guide.columns[place + 1]} className="num">
                  {measure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
