import type { OrderLine } from "../../../../shop/orders/orders.ts";
import type { Disposition } from "../../../../shop/orders/posting/required-stock.ts";
import { Select } from "../../../ui/forms/field.tsx";

const dispositionLabels: Record<Disposition, string> = {
  restocked: "Back into stock",
  damaged: "Damaged, written off",
  lost: "Lost, written off",
  kept: "Stays with the customer",
};

type Line = Pick<OrderLine, "id" | "name" | "size">;

/**
 * One select per item for its disposition. In: the lines with the quantity not yet accounted for.
 * Sends `outcome-<line>-<n>`.
 */
export function DispositionFields({
  lines,
  quantities,
  isHere = false,
}: {
  lines: Line[];
  quantities: Record<string, number>;
  /** They came back, so that none stays with the customer. */
  isHere?: boolean;
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
        isHere={isHere}
      />
    ));
  });
}

/** The disposition of one item, or of all items of a line. */
export function DispositionSelect({
  name,
  label,
  isHere = false,
}: {
  name: string;
  label: string;
  isHere?: boolean;
}) {
  return (
    <Select label={label} name={name} defaultValue="">
      <option value="">What became of it?</option>
      {Object.entries(dispositionLabels)
        .filter(([disposition]) => !isHere || disposition !== "kept")
        .map(([disposition, words]) => (
          <option key={disposition} value={disposition}>
            {words}
          </option>
        ))}
    </Select>
  );
}
