import { href } from "react-router";
import type { ShopData } from "../../parts/shop-context.ts";
import { closeSheet } from "../../ui/sheet.tsx";
import { useFollow } from "../../web/page/use-follow.ts";

const closeMenu = () => closeSheet("menu");
const closeAround = (link: HTMLAnchorElement) => link.closest("details")?.removeAttribute("open");

/**
 * The categories of a collection behind a button beside its link, without scripts too. `floating`: it covers what is
 * below, so it closes with Escape and when the focus leaves it.
 */
export function SubCategories({
  slug,
  name,
  categories,
  floating = false,
}: ShopData["nav"][number] & { floating?: boolean }) {
  const follow = useFollow({ done: floating ? closeAround : closeMenu });
  if (categories.length === 0) return null;
  const path = href("/category/:categoryName?", { categoryName: slug });
  return (
    <details
      className="sub"
      {...(floating && {
        onKeyDown: ({ key, currentTarget }) => {
          if (key !== "Escape") return;
          currentTarget.querySelector("summary")?.focus();
          currentTarget.open = false;
        },
        onBlur: ({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
        },
      })}
    >
      <summary aria-label={`Categories of ${name}`} />
      {/* Focusable by a pointer: Safari focuses no link that is pressed, and the focus would leave. */}
      <ul tabIndex={-1}>
        {categories.map((category) => (
          <li key={category.slug}>
            <a href={`${path}?category=${category.slug}`} onClick={follow}>
              {category.name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
