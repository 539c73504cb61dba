/**
 * Sums side by side: a table on wide screens, on a phone a block for each row with its sums below each other. In: what
 * the rows are, the heads of the sums, and the rows with as many sums.
 */
export function SumsTable({
  label,
  rowHead,
  heads,
  rows,
}: {
  label: string;
  rowHead: string;
  heads: readonly string[];
  rows: readonly { name: string; sums: readonly string[] }[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on a small laptop, also by keys
    <section className="list-scroll" aria-label={label} tabIndex={0}>
      <table className="plain-table sums-table">
        <thead>
          <tr>
            {[rowHead, ...heads].map((head, at) => (
              <th key={head} scope="col" className={at > 0 ? "text-end" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, sums }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {sums.map((sum, at) => (
                <td key={heads[at]} className="num text-end" data-label={heads[at]}>
                  {sum}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
