import type { MenuLink } from "../../../shop/publishing/menus.ts";
import { useFollow } from "../../http/page/use-follow.ts";
import { closeAround, Dropdown } from "../../ui/dropdown.tsx";
import { closeSheet } from "../../ui/sheet.tsx";

const closeMenu = () => closeSheet("menu");

/** The links below an item of a menu behind a button beside it. `floating`: they cover what is below. */
export function SubMenu({
  label: above,
  to,
  items,
  floating = false,
}: MenuLink & { items: MenuLink[]; floating?: boolean }) {
  const follow = useFollow({ done: floating ? closeAround : closeMenu });
  if (items.length === 0) return null;
  const label = to.startsWith("/category/") ? `Categories of ${above}` : `More of ${above}`;
  const list = (
    <ul tabIndex={-1}>
      {items.map((item) => (
        <li key={`${item.to} ${item.label}`}>
          <a href={item.to} onClick={isOwn(item.to) ? follow : undefined}>
            {item.label}
          </a>
        </li>
      ))}
    </ul>
  );
  if (floating)
    return (
      <Dropdown className="sub" label={label} button={to === "" && above}>
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

/** Whether an address is opened by the router: not one of another site, mail or telephone. */
export const isOwn = (to: string) => to.startsWith("/");
