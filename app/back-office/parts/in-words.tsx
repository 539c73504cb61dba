import { useEffect, useRef, useState } from "react";
import { useLatestLoad } from "./use-latest-load.ts";

const delayMs = 300;
/** Longer addresses are refused by proxies. */
const mostCharacters = 6_000;

/**
 * What the form around it does, in sentences that follow what is typed. In: the sentences for what the form was opened
 * with; and either `say`, which makes them of the form's fields, or `at`, an address that answers a query with the
 * fields by `{ words }`.
 */
export function InWords({
  words,
  say,
  at,
}: {
  words: readonly string[];
  say?: (fields: ReadonlyMap<string, string>) => string[];
  at?: string;
}) {
  const box = useRef<HTMLElement>(null);
  const { data, ask } = useLatestLoad<{ words: string[] }>();
  const [own, setOwn] = useState<readonly string[]>();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const form = box.current?.closest("form");
    let timer: ReturnType<typeof setTimeout>;
    const tell = () => {
      const fields = [...new FormData(form ?? undefined)].flatMap(([name, value]): [string, string][] =>
        typeof value === "string" ? [[name, value]] : [],
      );
      if (say) return setOwn(say(new Map(fields)));
      const query = new URLSearchParams(fields).toString();
      setLong(query.length > mostCharacters);
      if (query.length <= mostCharacters) void ask(`${at}${at?.includes("?") ? "&" : "?"}${query}`);
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(tell, say ? 0 : delayMs);
    };
    form?.addEventListener("input", later);
    return () => {
      clearTimeout(timer);
      form?.removeEventListener("input", later);
    };
  }, [say, at, ask]);
  const shown = isLong ? ["What it does is shown again once it is saved."] : (own ?? data?.words ?? words);
  return (
    <section ref={box} className="panel edit-card" aria-label="In words">
      <h2>In words</h2>
      <div className="grid gap-2 mt-2" role="status">
        {shown.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </section>
  );
}
