import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { href, useNavigate } from "react-router";
import { plural } from "../../../shop/money.ts";
import type { Suggestions as Answer } from "../../../shop/search/suggest.server.ts";
import { Highlighted } from "../../parts/listing/highlighted.tsx";
import { forgetSearches, recentSearches, rememberSearch } from "./recent-searches.ts";

const shortest = 2;
const pauseBeforeAsking = 120;

/** One option: its target and content. `forget`: it clears the recent searches instead of opening a page. */
type Choice = { group: string; to: string; key: string; shown: ReactNode; search?: string; forget?: boolean };

/**
 * Search suggestions as a combobox with listbox (ARIA Authoring Practices): the focus stays in the field, arrows move
 * through the options, Enter takes the active one or searches the text, Escape closes.
 */
export default function Suggestions({
  field,
  onDone,
}: {
  field: RefObject<HTMLInputElement | null>;
  onDone?: (() => void) | undefined;
}) {
  const id = useId();
  const navigate = useNavigate();
  const { answer, typed } = useAnswer(field);
  // This script may come late, when the focus has left the field.
  const [open, setOpen] = useState(() => field.current === document.activeElement);
  const [chosen, setChosen] = useState(-1);
  const [recent, setRecent] = useState(recentSearches);
  const asked = answer && (typed === "" || typed.length >= shortest);
  const choices = asked
    ? eachOnce(typed === "" ? beforeTyping(answer, recent) : choicesOf(answer, typed))
    : [];
  const shows = open && choices.length > 0;
  const go = (choice: Choice) => {
    if (choice.forget) {
      forgetSearches();
      setRecent([]);
      return;
    }
    if (choice.search) rememberSearch(choice.search);
    setOpen(false);
    onDone?.();
    void navigate(choice.to);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer begins its list anew
  useEffect(() => setChosen(-1), [answer]);

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const attributes = {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": String(shows),
      "aria-controls": `${id}list`,
      ...(shows && chosen >= 0 && { "aria-activedescendant": `${id}${chosen}` }),
    };
    input.removeAttribute("aria-activedescendant");
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  }, [field, id, shows, chosen]);

  useListener(field, "input", () => setOpen(true));
  useListener(field, "focus", () => setOpen(true));
  useListener(field, "blur", () => setOpen(false));
  useListener(field, "keydown", (event) => {
    const { key } = event as KeyboardEvent;
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (choices.length === 0) return;
      event.preventDefault();
      if (!shows) return setOpen(true);
      const step = key === "ArrowDown" ? 1 : -1;
      // The field itself is one stop of the cycle: before the first and after the last option.
      const places = choices.length + 1;
      setChosen(((chosen + 1 + step + places) % places) - 1);
    } else if (key === "Escape" && shows) {
      // In a dialog the first Escape closes only the list.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      setChosen(-1);
    } else if (key === "Enter") {
      const choice = shows ? choices[chosen] : undefined;
      if (!choice) rememberSearch(field.current?.value ?? "");
      if (!choice?.forget) setOpen(false);
      if (!choice) return;
      event.preventDefault();
      go(choice);
    }
  });

  useEffect(() => {
    if (shows && chosen >= 0) document.getElementById(`${id}${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [id, shows, chosen]);

  return (
    <>
      <p className="sr-only" role="status">
        {open && answer && typed.length >= shortest ? countWords(answer, choices.length) : ""}
      </p>
      <div id={`${id}list`} role="listbox" aria-label="Suggestions" className="suggestions" hidden={!shows}>
        {groupsOf(choices).map(([group, lines]) => (
          <fieldset key={group} className="min-w-0" aria-label={group}>
            <p className="px-3 pt-2 text-micro muted" aria-hidden="true">
              {group}
            </p>
            {lines.map((choice) => {
              const at = choices.indexOf(choice);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
                // biome-ignore lint/a11y/useFocusableInteractive: the field names the chosen line by its id
                <div
                  key={choice.key}
                  id={`${id}${at}`}
                  role="option"
                  aria-selected={at === chosen}
                  className="suggestion"
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => go(choice)}
                >
                  {choice.shown}
                </div>
              );
            })}
          </fieldset>
        ))}
      </div>
    </>
  );
}

/** The choices by their group, in the order of the first of each. */
function groupsOf(choices: readonly Choice[]): [string, Choice[]][] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return [...groups];
}

/** One choice for each address: a search, a kind and a category may lead to the same list. */
function eachOnce(choices: Choice[]): Choice[] {
  const seen = new Set<string>();
  return choices.filter(
    ({ to, forget }) => forget || (!seen.has(to.toLowerCase()) && seen.add(to.toLowerCase())),
  );
}

/** Suggestions for the field's text. Debounced; an outdated request is aborted. */
function useAnswer(field: RefObject<HTMLInputElement | null>): { answer: Answer | null; typed: string } {
  const [state, setState] = useState<{ answer: Answer | null; typed: string }>({ answer: null, typed: "" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asking = useRef<AbortController>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    asking.current?.abort();
  };
  const ask = () => {
    stop();
    const typed = field.current?.value.trim() ?? "";
    if (typed.length > 0 && typed.length < shortest) {
      setState({ answer: null, typed });
      return;
    }
    timer.current = setTimeout(async () => {
      const mine = new AbortController();
      asking.current = mine;
      try {
        const asked = `${href("/functions/suggest")}?${new URLSearchParams({ q: typed.toLowerCase() })}`;
        const response = await fetch(asked, { signal: mine.signal });
        if (response.ok) setState({ answer: await response.json(), typed });
      } catch {
        // Search works without suggestions.
      }
    }, pauseBeforeAsking);
  };
  useListener(field, "input", ask);
  // Text typed before this script was loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const input = field.current;
    if (input && (input.value !== input.defaultValue || input.value === "")) ask();
    return stop;
  }, []);
  return state;
}

function useListener(
  field: RefObject<HTMLInputElement | null>,
  name: string,
  listener: (event: Event) => void,
) {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const input = field.current;
    const listen = (event: Event) => latest.current(event);
    input?.addEventListener(name, listen);
    return () => input?.removeEventListener(name, listen);
  }, [field, name]);
}

function choicesOf(
  { meant, searches, types, brands, categories, collections, products, count }: Answer,
  typed: string,
): Choice[] {
  // A category with the name and the products of a style is the same to who reads it, though its address differs.
  const named = ({ name, count: inside }: Answer["types"][number] | Answer["categories"][number]) =>
    `${name.map(({ text }) => text).join("")} ${inside}`;
  const styles = new Set(types.map(named));
  const isNoStyle = (category: Answer["categories"][number]) => !styles.has(named(category));
  const nothing = count === 0 && types.length + brands.length + collections.length === 0;
  return [
    ...(meant === null ? [] : [search("Did you mean", meant)]),
    ...(nothing && meant === null ? [{ ...search("No match", typed), shown: `Search for “${typed}”` }] : []),
    ...searches.map((q) => search("Searched by others", q)),
    ...types.map(({ name, q, count: inside }) => ({
      ...search("Styles", q),
      shown: <Counted name={name} count={inside} />,
    })),
    ...brands.map(({ name, brand, count: inside }) => ({
      group: "Brands",
      to: `${href("/shop")}?${new URLSearchParams({ brand })}`,
      key: `brand ${brand}`,
      shown: <Counted name={name} count={inside} />,
    })),
    ...categories.filter(isNoStyle).map(({ slug, name, count: inside }) => ({
      ...search("Categories", meant ?? typed, { category: slug }),
      shown: <Counted name={name} count={inside} />,
    })),
    ...collections.map(({ slug, name }) => ({
      group: "Collections",
      to: href("/category/:categoryName?", { categoryName: slug }),
      key: slug,
      shown: (
        <span>
          <Highlighted pieces={name} />
        </span>
      ),
    })),
    ...products.map((product) => ({
      group: "Products",
      to: href("/product/:id?", { id: product.slug }),
      key: product.slug,
      shown: <ProductLine product={product} />,
    })),
    ...(count > products.length
      ? [{ ...search("All results", typed), shown: `See all ${plural(count, "product")}` }]
      : []),
  ];
}

/** For an empty field: recent searches in this browser, and popular ones. */
function beforeTyping({ searches }: Answer, recent: string[]): Choice[] {
  return [
    ...recent.map((q) => search("Recent searches", q)),
    ...(recent.length > 0
      ? [{ group: "Recent searches", to: "", key: "forget", shown: "Clear", forget: true }]
      : []),
    ...searches.filter((q) => !recent.includes(q)).map((q) => search("Trending", q)),
  ];
}

function search(group: string, q: string, more?: Record<string, string>): Choice {
  return {
    group,
    to: `${href("/shop")}?${new URLSearchParams({ q, ...more })}`,
    key: group + q + (more?.category ?? ""),
    shown: q,
    search: q,
  };
}

function Counted({ name, count }: { name: Answer["types"][number]["name"]; count: number }) {
  return (
    <>
      <span>
        <Highlighted pieces={name} />
      </span>
      <span className="muted">({count})</span>
    </>
  );
}

function ProductLine({
  product: { name, brand, paid, struck, picture, tint },
}: {
  product: Answer["products"][number];
}) {
  return (
    <>
      {picture && (
        <img
          src={picture}
          alt=""
          className="flex-none"
          width="44"
          height="55"
          style={{ backgroundColor: tint }}
        />
      )}
      <span>
        <Highlighted pieces={name} />
        <span className="muted"> {brand}</span>
      </span>
      <span className="num ml-auto text-end whitespace-nowrap">
        {paid} {struck && <s className="muted">{struck}</s>}
      </span>
    </>
  );
}

function countWords({ count: products }: Answer, count: number): string {
  return products === 0 && count <= 1
    ? "No suggestions"
    : count === 1
      ? "1 suggestion"
      : `${count} suggestions`;
}
