import { Search } from "lucide";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { StaffSearchResult } from "../../../shop/reports/staff-search.server.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Place } from "../parts/places.server.ts";
import { useEarlyEnter } from "../parts/use-early-enter.ts";
import { useLatestLoad } from "../parts/use-latest-load.ts";
import { shownItems } from "./office-nav.tsx";

type Choice = Place;

const kinds: Record<StaffSearchResult["kind"], { path: string; word: string }> = {
  order: { path: "/admin/orders", word: "Order" },
  product: { path: "/admin/products", word: "Product" },
  customer: { path: "/admin/customers", word: "Customer" },
};
const debounceMs = 150;
const maxRecent = 5;

/**
 * Finds orders, products, customers, pages, settings and actions from every screen (Ctrl or Cmd and K). Without scripts it is a link.
 */
export function CommandPalette({ screens }: { screens: string[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  // Only while these screens are open: whoever uses the device next must not see names of customers.
  const [recent, setRecent] = useState<Choice[]>([]);
  const show = () => {
    dialog.current?.showModal();
    setOpen(true);
  };
  useEffect(() => {
    const answer = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (dialog.current?.open) dialog.current.close();
      else {
        dialog.current?.showModal();
        setOpen(true);
      }
    };
    addEventListener("keydown", answer);
    return () => removeEventListener("keydown", answer);
  }, []);
  return (
    <>
      <Link
        className="palette-button flex items-center gap-2"
        to={screens.includes("/admin/orders") ? "/admin/orders" : "/admin"}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <Icon of={Search} />
        <span>Orders, products, customers</span>
        <kbd className="ml-auto text-micro">Ctrl K</kbd>
      </Link>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself answers Escape; the click is for the backdrop only */}
      <dialog
        ref={dialog}
        className="palette"
        aria-label="Find"
        onClose={() => setOpen(false)}
        onClick={(event) => {
          if (event.target === event.currentTarget) event.currentTarget.close();
        }}
      >
        {open && (
          <PaletteSearch
            screens={screens}
            recent={recent}
            onChosen={(choice) => {
              setRecent([choice, ...without(recent, [choice])].slice(0, maxRecent));
              dialog.current?.close();
            }}
          />
        )}
      </dialog>
    </>
  );
}

function PaletteSearch({
  screens,
  recent,
  onChosen,
}: {
  screens: string[];
  recent: Choice[];
  onChosen: (choice: Choice) => void;
}) {
  const list = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const { data, ask } = useLatestLoad<{ q: string; found: StaffSearchResult[]; places: Place[] }>();
  const navigate = useNavigate();
  const asked = typed.trim();
  useEffect(() => {
    if (asked.length < 3) return;
    const timer = setTimeout(() => void ask(`/admin/find?${new URLSearchParams({ q: asked })}`), debounceMs);
    return () => clearTimeout(timer);
  }, [asked, ask]);
  const found = choicesFor(asked, data?.q === asked ? data : { found: [], places: [] }, screens);
  const choices = asked === "" ? [...recent, ...without(found, recent)] : found;
  const chosen = Math.min(at, choices.length - 1);
  const follow = (choice: Choice) => {
    const { to, isFile } = choice;
    onChosen(choice);
    if (isFile) window.location.assign(to);
    else void navigate(to);
  };
  const waiting = asked.length >= 3 && data?.q !== asked;
  const followChosen = () => {
    const choice = choices[chosen];
    if (choice) follow(choice);
  };
  const { early, forget } = useEarlyEnter(waiting, followChosen);
  const answerKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      // A page of the menu is known at once.
      if (waiting && choices.length === 0) early();
      else followChosen();
    } else if (event.key === "ArrowDown") setAt((chosen + 1) % Math.max(1, choices.length));
    else if (event.key === "ArrowUp") setAt((chosen - 1 + choices.length) % Math.max(1, choices.length));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        className="input"
        type="text"
        role="combobox"
        aria-label="Find an order, a product, a customer, a setting or an action"
        aria-expanded={choices.length > 0}
        aria-controls={list}
        aria-activedescendant={choices[chosen] ? `${list}-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Order, phone, AWB, invoice, SKU, setting"
        maxLength={60}
        value={typed}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type into it
        autoFocus
        onChange={(event) => {
          forget();
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={answerKey}
      />
      <div id={list} role="listbox" aria-label="Found" className="palette-list mt-2">
        {choices.map((choice, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above answers the keys for its options
          <div
            key={`${choice.to} ${choice.name}`}
            id={`${list}-${place}`}
            className="flex flex-wrap justify-between gap-x-4 wrap-anywhere"
            role="option"
            tabIndex={-1}
            aria-selected={place === chosen}
            onClick={() => follow(choice)}
          >
            <b className="font-medium">{choice.name}</b>
            <small>{choice.note}</small>
          </div>
        ))}
      </div>
      <p className="muted text-micro" role="status">
        {waiting ? "Looking…" : choices.length === 0 ? "Nothing fits." : `${choices.length} to choose from`}
      </p>
    </>
  );
}

const without = (choices: Choice[], others: Choice[]) =>
  choices.filter(({ to }) => others.every((other) => other.to !== to));

function choicesFor(
  asked: string,
  { found, places }: { found: StaffSearchResult[]; places: Place[] },
  open: string[],
): Choice[] {
  const pages = shownItems(open)
    .filter(({ label }) => label.toLowerCase().includes(asked.toLowerCase()))
    .map(({ to, label }) => ({ to, name: label, note: "Page" }));
  const records = found.map(({ kind, id, name, note }) => ({
    to: `${kinds[kind].path}/${id}`,
    name,
    note: `${kinds[kind].word} · ${note}`,
  }));
  return [...records, ...pages, ...without(places, pages)];
}
