import type { OrderLine } from "../../../../shop/orders/orders.ts";
import type { Disposition } from "../../../../shop/orders/posting/required-stock.ts";
import { Select } from "../../../ui/select.tsx";

export const dispositionLabels: Record<Disposition, string> = {
  restocked: "Back into stock",
  damaged: "Damaged, written off",
  lost: "Lost, written off",
  kept: "Stays with the customer",
};

type Line = Pick<OrderLine, "id" | "name" | "size">;

/**
 * One question for each piece: what became of it. In: the lines with how many of their pieces are not accounted for yet.
 * Sends `outcome-<line>-<n>`.
 */
export function DispositionFields({
  lines,
  quantities,
}: {
  lines: Line[];
  quantities: Record<string, number>;
}) {
  return lines.flatMap(({ id, name, size }) => {
    const count = quantities[id] ?? 0;
    const what = `${name}${size ? `, size ${size}` : ""}`;
    return Array.from({ length: count }, (_, index) => (
      <DispositionSelect
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line are told apart by their place alone.
        key={`${id} ${index}`}
        name={`outcome-${id}-${index}`}
        label={count > 1 ? `${what} (${index + 1} of ${count})` : what}
        required
      />
    ));
  });
}

/** What became of one piece, or of all pieces of a line. */
export function DispositionSelect({
  name,
  label,
  required = false,
}: {
  name: string;
  label: string;
  required?: boolean;
}) {
  return (
    <Select label={label} name={name} required={required} defaultValue="">
      <option value="" disabled={required}>
        What became of it?
      </option>
      {Object.entries(dispositionLabels).map(([disposition, words]) => (
        <option key={disposition} value={disposition}>
          {words}
        </option>
      ))}
    </Select>
  );
}
