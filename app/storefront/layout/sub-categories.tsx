import { href } from "react-router";
import { useFollow } from "../../http/page/use-follow.ts";
import type { ShopData } from "../../parts/shop-context.ts";
import { closeAround, Dropdown } from "../../ui/dropdown.tsx";
import { closeSheet } from "../../ui/sheet.tsx";

const closeMenu = () => closeSheet("menu");

/** The categories of a collection behind a button beside its link. `floating`: they cover what is below. */
export function SubCategories({
  slug,
  name,
  categories,
  floating = false,
}: ShopData["nav"][number] & { floating?: boolean }) {
  const follow = useFollow({ done: floating ? closeAround : closeMenu });
  if (categories.length === 0) return null;
  const path = href("/category/:categoryName?", { categoryName: slug });
  const label = `Categories of ${name}`;
  const list = (
    <ul tabIndex={-1}>
      {categories.map((category) => (
        <li key={category.slug}>
          <a href={`${path}?category=${category.slug}`} onClick={follow}>
            {category.name}
          </a>
        </li>
      ))}
    </ul>
  );
  if (floating)
    return (
      <Dropdown className="sub" label={label}>
        {list}
      </Dropdown>
    );
  return (
    <details className="sub">
      <summary aria-label={label} />
      {list}
    </details>
  );
}
