import type { ReactNode } from "react";
import type { ProductImage } from "../../../../shop/catalogue/catalogue.ts";
import { stockLevel } from "../../../../shop/catalogue/inventory/inventory.ts";
import { orderStatuses, statusLabels } from "../../../../shop/orders/orders.ts";
import { ProductPicture } from "../../../parts/picture.tsx";
import type { Column, StatusTab } from "./list.tsx";

/** A number with its label in cards. */
export function numberColumn<Row>(label: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { label, kind: "number", cardLabel: true, cell };
}

/** Forms and links that act on a row. */
export function actionsColumn<Row>(cell: (row: Row) => ReactNode): Column<Row> {
  return { label: "Actions", quietLabel: true, cell };
}

/** The first picture of a product. */
export function pictureColumn<Row extends { picture: ProductImage | null }>(): Column<Row> {
  return {
    label: "Image",
    kind: "wide",
    cell: ({ picture }) => (
      <div className="pic w-8">
        <ProductPicture picture={picture} alt="" sizes="32px" widths={[160]} />
      </div>
    ),
  };
}

/** The statuses of an order as options. */
export const statusChoices = orderStatuses.map((value) => ({ value, label: statusLabels[value] }));

const stockTones = { in: "ok", low: "warn", out: "wrong" };

/** A stock level as a badge: enough, low, none. */
export function StockTone({ stock, children }: { stock: number; children: ReactNode }) {
  return <span className={`badge ${stockTones[stockLevel(stock)]}`}>{children}</span>;
}

/** A state as a badge; green for the active one. */
export function stateColumn<State extends string>(
  labels: Record<State, string>,
  inForce: NoInfer<State>,
): Column<{ state: State }> {
  return {
    label: "Status",
    cell: ({ state }) => (
      <span className={`badge ${state === inForce ? "ok" : "info"}`}>{labels[state]}</span>
    ),
  };
}

/** Tabs of a list: all, and one for each state, each with how many are in it; `counts`: none for a state without any. */
export function stateTabs<State extends string>(
  states: readonly State[],
  labels: Record<State, string>,
  counts: Readonly<Partial<Record<State, number>>>,
): { name: string; tabs: StatusTab[] } {
  const one = (value: State) => ({ value, label: labels[value], count: counts[value] ?? 0 });
  const all = states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  return { name: "state", tabs: [{ value: "", label: "All", count: all }, ...states.map(one)] };
}
