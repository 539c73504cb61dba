import { type Measure, measureLabels } from "../../../../shop/catalogue/kinds/measures.ts";

type Props = {
  columns: readonly Measure[];
  sizes: string[];
  measures: Record<string, string>;
  errors: Record<string, string>;
};

/**
 * The measures of each size, taken on the product itself, in centimetres: a row for each size, a column for each
 * measure.
 */
export function Measures({ columns, sizes, measures, errors }: Props) {
  const wrong = Object.entries(errors).find(([field]) => field.startsWith("measure."));
  return (
    <>
      <p className="hint">
        Centimetres, laid flat. Shown in the size guide; leave empty what was not measured.
      </p>
      {wrong && (
        <p className="field-error" role="alert" id="measures-error">
          {wrong[1]}
        </p>
      )}
      <div className="overflow-x-auto">
        <table className="measure-table">
          <thead>
            <tr>
              <th scope="col">Size</th>
              {columns.map((measure) => (
                <th key={measure} scope="col">
                  {measureLabels[measure]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sizes.map((size) => (
              <tr key={size}>
                <th scope="row">{size}</th>
                {columns.map((measure) => {
                  const name = `measure.${size}.${measure}`;
                  return (
                    <td key={measure}>
                      <input
                        className="input num"
                        name={name}
                        defaultValue={measures[`${size}.${measure}`] ?? ""}
                        inputMode="decimal"
                        autoComplete="off"
                        maxLength={8}
                        aria-label={`${measureLabels[measure]} of ${size} in centimetres`}
                        aria-invalid={errors[name] ? true : undefined}
                        aria-describedby={errors[name] ? "measures-error" : undefined}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
