import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { CachedFragment } from "./cached-fragment.tsx";
import { pageFragments } from "./fragments.server.ts";
import { FragmentContext } from "./fragments.ts";

let drawn: string[] = [];
function Card({ name }: { name: string }) {
  drawn.push(name);
  return (
    <li>
      {name} <b>{"<&>"}</b>
    </li>
  );
}

const names = [{ name: "Kurta" }, { name: "Jutti" }, { name: "Shawl" }];

/** A page with a list of the cards, rendered as app/entry.server.tsx does. */
function page(variant: string, cards = names, options = {}): string {
  drawn = [];
  const fragments = pageFragments(options);
  const html = renderToString(
    <FragmentContext value={fragments}>
      <ul>
        {cards.map((one) => (
          <CachedFragment key={one.name} of={one} variant={variant}>
            <Card name={`${one.name} ${variant}`} />
          </CachedFragment>
        ))}
      </ul>
    </FragmentContext>,
  );
  return fragments.fill(html).toString();
}

const plain = (variant: string, cards = names) =>
  renderToString(
    <ul>
      {cards.map((one) => (
        <Card key={one.name} name={`${one.name} ${variant}`} />
      ))}
    </ul>,
  );

test("a second page has the same HTML as a page without cached fragments, and renders no fragment again", () => {
  expect(page("a")).toBe(plain("a"));
  expect(page("a")).toBe(plain("a"));
  page("a");
  expect(drawn).toEqual([]);
});

test("another variant and a replaced object are rendered, not taken from the cache", () => {
  page("b");
  expect(page("c")).toBe(plain("c"));
  const replaced = [names[0], { name: "Jutti" }, names[2]].flatMap((one) => one ?? []);
  expect(page("b", replaced)).toBe(plain("b", replaced));
  page("b", replaced);
  expect(drawn).toEqual([]);
});

test("only a few variants of one object are cached", () => {
  const one = { name: "One" };
  for (const variant of ["1", "2", "3", "4", "5", "5"])
    expect(page(variant, [one])).toBe(plain(variant, [one]));
  page("5", [one]);
  expect(drawn).toEqual(["One 5"]);
});

test("when checked, a fragment is rendered again, and one that differs from the stored one is refused", () => {
  const one = { name: "Shirt" };
  page("a", [one]);
  expect(page("a", [one], { check: true })).toBe(plain("a", [one]));
  one.name = "Trousers";
  expect(() => page("a", [one], { check: true })).toThrow("differs from what is rendered");
});
