import { Search } from "lucide";
import { Suspense, useRef, useState } from "react";
import { Form, href, useLocation, useSearchParams } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart, nothing } from "../../ui/lazy-part.tsx";

/** Loaded when the field gets the focus. */
const Suggestions = lazyPart(() => import("./suggestions.tsx"), nothing);

/** The search field of every page: a plain form to /shop, enhanced with suggestions. */
export function SearchBox({
  className = "search",
  autoFocus = false,
  onDone,
}: {
  className?: string;
  autoFocus?: boolean;
  onDone?: () => void;
}) {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const input = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState(false);
  const text = pathname === href("/shop") ? (params.get("q") ?? "") : "";
  return (
    <Form className={className} role="search" method="get" action={href("/shop")} onSubmit={onDone}>
      <Icon of={Search} />
      <input
        key={text}
        ref={input}
        className="input"
        type="text"
        inputMode="search"
        name="q"
        defaultValue={text}
        aria-label="Search for products"
        placeholder="Search for products..."
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onFocus={() => setWanted(true)}
        // biome-ignore lint/a11y/noAutofocus: only inside the search sheet, which is opened in order to type
        autoFocus={autoFocus}
      />
      {wanted && (
        <Suspense>
          <Suggestions key={text} field={input} onDone={onDone} />
        </Suspense>
      )}
    </Form>
  );
}
