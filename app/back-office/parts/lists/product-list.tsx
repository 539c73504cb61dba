import { Eye, Pencil, Plus, Trash2 } from "lucide";
import { useEffect, useRef } from "react";
import { Form, href, Link, useSearchParams } from "react-router";
import type { StaffProduct } from "../../../../shop/catalogue/edit/staff-products.server.ts";
import { grouped, rupees } from "../../../../shop/money.ts";
import { useToast } from "../../../parts/use-toast.ts";
import { FieldError } from "../../../ui/forms/field.tsx";
import { focusInView } from "../../../ui/forms/focus-in-view.ts";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Confirm } from "../confirm.tsx";
import { May, MayLink, useMay } from "../may.tsx";
import { actionsColumn, numberColumn, pictureColumn, StockTone } from "./columns.tsx";
import type { Column } from "./list.tsx";
import { ListScreen, type ScreenOfList } from "./list-screen.tsx";
import type { ProductListPage } from "./product-list.server.ts";

/** The product table with its actions. Its forms are always sent to /admin/products. */
export function ProductList({
  list,
  ticked = [],
  ...screen
}: ScreenOfList & { answer?: FormAnswer | undefined; list: ProductListPage; ticked?: string[] }) {
  const { rows, address, paging, allFit, tabs, choices, toast } = list;
  useToast(toast);
  const may = useMay();
  const mayEdit = may("catalogue.edit") || may("prices.edit") || may("stock.adjust");
  const searched = address.q !== "" || Object.values(address.filters).some((value) => value !== "");
  return (
    <ListScreen
      label="Products"
      {...screen}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      address={address}
      paging={paging}
      empty={
        toast
          ? toast.title
          : searched
            ? "No products found. Try a different search or fewer filters."
            : "No products found. Add your first product to get started."
      }
      search={{ label: "Search products", placeholder: "Name, brand or SKU" }}
      tabs={{
        name: "status",
        tabs: (
          [
            ["", "All"],
            ["active", "Active"],
            ["draft", "Draft"],
            ["archived", "Archived"],
            ["out", "Out of Stock"],
          ] as const
        ).map(([value, label]) => ({ value, label, count: tabs?.[value || "all"].count })),
      }}
      filters={[
        {
          name: "category",
          label: "Category",
          options: [
            { value: "", label: "All categories" },
            ...choices.categories,
            { value: "none", label: "Uncategorized" },
          ],
        },
        {
          name: "collection",
          label: "Collection",
          options: [{ value: "", label: "All collections" }, ...choices.collections],
        },
        {
          name: "stock",
          label: "Stock",
          options: [
            { value: "", label: "Any stock" },
            { value: "in", label: "In Stock" },
            { value: "low", label: "A variant is low or out of stock" },
          ],
        },
        {
          name: "tax",
          label: "GST rate",
          options: [
            { value: "", label: "Any GST rate" },
            { value: "none", label: "Without a GST rate" },
          ],
        },
      ]}
      sorts={[
        { value: "-newest", label: "Newest first" },
        { value: "newest", label: "Oldest first" },
        { value: "name", label: "Name, A to Z" },
        { value: "-name", label: "Name, Z to A" },
        { value: "price", label: "Price, low to high" },
        { value: "-price", label: "Price, high to low" },
      ]}
      bulk={mayEdit ? <BulkFields choices={choices} answer={screen.answer} /> : undefined}
      allFit={allFit}
      ticked={ticked}
    />
  );
}

export function AddProduct() {
  return (
    <May permission="catalogue.edit">
      <Link className="btn btn-primary" to={href("/admin/products/new")}>
        <Icon of={Plus} />
        Add Product
      </Link>
    </May>
  );
}

const columns: Column<StaffProduct>[] = [
  pictureColumn(),
  {
    label: "Name",
    kind: "main",
    sort: "name",
    whole: ({ name, brand, sku }) => [name, brand, sku].filter(Boolean).join(" · "),
    cell: ({ id, name, brand, sku, status }) => (
      <>
        <MayLink
          permission="catalogue.edit"
          className="row-name font-medium"
          to={href("/admin/products/:id", { id })}
        >
          {name}
        </MayLink>{" "}
        {status !== "active" && <span className="badge">{status === "draft" ? "Draft" : "Archived"}</span>}
        <small>{[brand, sku].filter(Boolean).join(" · ")}</small>
      </>
    ),
  },
  {
    label: "Category",
    whole: ({ category }) => category ?? "Uncategorized",
    cell: ({ category }) => category ?? <span className="muted">Uncategorized</span>,
  },
  { label: "Price", kind: "number", sort: "price", cell: ({ price }) => rupees(price) },
  numberColumn("Stock", ({ stock }) => grouped(stock)),
  {
    label: "Status",
    cell: ({ stock }) => <StockTone stock={stock}>{stock > 0 ? "In Stock" : "Out of Stock"}</StockTone>,
  },
  actionsColumn((product) => <RowLinks product={product} />),
];

function RowLinks({ product: { id, name, status } }: { product: StaffProduct }) {
  return (
    <span className="row-icons flex justify-end">
      {status === "draft" && (
        <May permission="catalogue.edit">
          <Form method="post" action={href("/admin/products")} preventScrollReset>
            <HiddenFields fields={{ intent: "status:active", id }} />
            <button type="submit" className="btn btn-secondary" aria-label={`Publish ${name}`}>
              Publish
            </button>
          </Form>
        </May>
      )}
      <Link className="icon-btn" to={href("/product/:id?", { id })} aria-label={`View ${name}`}>
        <Icon of={Eye} />
      </Link>
      <May permission="catalogue.edit">
        <Link className="icon-btn" to={href("/admin/products/:id", { id })} aria-label={`Edit ${name}`}>
          <Icon of={Pencil} />
        </Link>
        <Confirm
          id={`delete-${id}`}
          open={<Icon of={Trash2} />}
          openLabel={`Delete ${name}`}
          openClass="icon-btn"
          title="Are you sure?"
          text={`This permanently deletes ${name} from the shop, with its reviews. Orders keep what they say about it. It cannot be undone.`}
          button="Delete"
          action={href("/admin/products")}
          fields={{ intent: "delete", product: id }}
        />
      </May>
    </span>
  );
}

/** One form for all bulk edits; works without scripts. */
function BulkFields({
  choices,
  answer,
}: {
  choices: ProductListPage["choices"];
  answer: FormAnswer | undefined;
}) {
  const { errors = {}, typed = {} } = answer ?? {};
  const value = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (answer?.errors?.value && value.current) focusInView(value.current);
  }, [answer]);
  const [params] = useSearchParams();
  const may = useMay();
  return (
    <>
      <select className="input w-auto" name="intent" aria-label="What to change" defaultValue={typed.intent}>
        {may("prices.edit") && <option value="price">Set price to (₹)</option>}
        {may("prices.edit") && <option value="percent">Change price by (%)</option>}
        {may("stock.adjust") && <option value="stock">Add to stock of each variant</option>}
        {may("catalogue.edit") && <CatalogueChanges byHand={choices.byHand} />}
      </select>
      <input
        className="input w-auto"
        size={6}
        name="value"
        inputMode="text"
        autoComplete="off"
        aria-label="Value"
        placeholder="Value"
        defaultValue={typed.value}
        ref={value}
        {...(errors.value && { "aria-invalid": true, "aria-describedby": "bulk-value-error" })}
      />
      <button className="btn btn-primary" type="submit" formAction={`${href("/admin/products")}?${params}`}>
        Apply
      </button>
      <FieldError id="bulk-value-error" error={errors.value} />
    </>
  );
}

function CatalogueChanges({ byHand }: Pick<ProductListPage["choices"], "byHand">) {
  return (
    <>
      <option value="status:active">Set active</option>
      <option value="status:draft">Set to draft</option>
      <option value="status:archived">Archive</option>
      {byHand.map(({ value, label }) => (
        <option key={value} value={`collect:${value}`}>
          Add to {label}
        </option>
      ))}
      {byHand.map(({ value, label }) => (
        <option key={value} value={`uncollect:${value}`}>
          Remove from {label}
        </option>
      ))}
    </>
  );
}
