import { Search } from "lucide";
import { href, Link, useSearchParams } from "react-router";
import { viewQuery } from "../../../../shop/saved-views/views.ts";
import { ApplyForm } from "../../../ui/forms/apply-form.tsx";
import { type Choice, ChoiceOptions } from "../../../ui/forms/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { ListAddress } from "./list-address.ts";
import type { ListSetup } from "./list-setup.server.ts";

type ListFilter = {
  name: string;
  label: string;
  /** The first option means all and has the value "". */
  options: readonly Choice[];
};

export type ToolsProps = {
  address: ListAddress;
  search?: { label: string; placeholder: string } | undefined;
  filters?: readonly ListFilter[] | undefined;
  /**
   * The sort orders to choose, the default first; "-name" for descending. Also of a list that is sorted by its column
   * heads: a phone has no heads.
   */
  sorts?: readonly Choice[] | undefined;
  setup?: ListSetup | undefined;
};

/** Search, filters and sort order of a list, as a form that changes the address. */
export function ListTools({ address, search, filters: narrowing = [], sorts, setup }: ToolsProps) {
  const [params] = useSearchParams();
  const filters = sorts ? [...narrowing, { name: "sort", label: "Sort", options: sorts }] : narrowing;
  const values = { ...address.filters, sort: `${address.descending ? "-" : ""}${address.sort}` };
  const shown = new Set(["q", "page", "after", "before", ...filters.map(({ name }) => name)]);
  return (
    <ApplyForm action="" className="list-tools flex gap-2">
      {[...params].map(([name, value]) =>
        shown.has(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {search && (
        <div className="list-search">
          <Icon of={Search} />
          <input
            className="input"
            type="search"
            name="q"
            key={address.q}
            defaultValue={address.q}
            aria-label={search.label}
            placeholder={search.placeholder}
            maxLength={100}
          />
        </div>
      )}
      {filters.length > 2 ? (
        <MoreFilters
          label={sorts ? "Filter and sort" : "Filters"}
          values={values}
          filters={filters}
          setup={setup}
        />
      ) : (
        <Filters values={values} filters={filters} />
      )}
      {filters.length <= 2 && setup && <ViewLinks setup={setup} />}
    </ApplyForm>
  );
}

/** `values`: of each filter by its name. */
type FiltersProps = { values: Record<string, string>; filters: readonly ListFilter[] };

/** Many filters fold up, so that the list begins sooner; those that apply are named beside the label. */
function MoreFilters({
  label,
  setup,
  ...shown
}: FiltersProps & Pick<ToolsProps, "setup"> & { label: string }) {
  const { values, filters } = shown;
  const chosen = filters.flatMap(({ name, options }) => {
    const option = options.find(({ value }) => value !== "" && value === values[name]);
    return option && option !== options[0] ? [{ name, label: option.label }] : [];
  });
  return (
    <details className="more-filters">
      <summary>
        <span className="whitespace-nowrap">{label}</span>
        {chosen.map(({ name, label: option }) => (
          <span key={name} className={`badge info ${name === "sort" ? "chosen-sort" : ""}`}>
            {option}
          </span>
        ))}
      </summary>
      <div className="flex flex-wrap gap-2">
        <Filters {...shown} />
        {setup && <ViewLinks setup={setup} />}
      </div>
    </details>
  );
}

function Filters({ values, filters }: FiltersProps) {
  return filters.map(({ name, label, options }) => (
    <select
      className="input"
      key={`${name} ${values[name]}`}
      name={name}
      aria-label={label}
      defaultValue={values[name]}
    >
      <ChoiceOptions choices={options} />
    </select>
  ));
}

/** To save what the list shows under a name, and to choose its columns. */
function ViewLinks({ setup: { list } }: { setup: ListSetup }) {
  const [params] = useSearchParams();
  const query = viewQuery(String(params));
  return (
    <span className="view-links flex flex-wrap items-center gap-3">
      {query && (
        <Link
          className="link"
          to={`${href("/admin/views/:list/:id", { list, id: "new" })}?${new URLSearchParams({ query })}`}
        >
          Save as a view
        </Link>
      )}
      <Link className="link" to={href("/admin/views/:list", { list })}>
        Views and columns
      </Link>
    </span>
  );
}
