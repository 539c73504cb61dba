import {
  BookOpenText,
  Boxes,
  ChartNoAxesColumn,
  Contact,
  FileUp,
  HeartPulse,
  type IconNode,
  ListChecks,
  MessageSquare,
  Newspaper,
  Package,
  Palette,
  ReceiptIndianRupee,
  RotateCcw,
  ScrollText,
  Search,
  Settings,
  Shirt,
  Star,
  Tag,
  TicketPercent,
  UserCog,
  Users,
} from "lucide";
import { Link, useLocation } from "react-router";
import { Icon } from "../../ui/icon.tsx";

type NavItem = {
  to: string;
  label: string;
  icon: IconNode;
  /** Screens that are reached from it and lie elsewhere. */
  leadsTo?: readonly string[];
};

const ofProducts = ["collections", "categories", "attribute-sets", "sizes", "size-guides"].map(
  (name) => `/admin/${name}`,
);

/** All screens of the back office, ordered by how often they are used. */
export const navItems: NavItem[] = [
  { to: "/admin", label: "Dashboard", icon: ChartNoAxesColumn },
  { to: "/admin/orders", label: "Orders", icon: Package, leadsTo: ["/admin/parcels"] },
  { to: "/admin/returns", label: "Returns", icon: RotateCcw },
  { to: "/admin/products", label: "Products", icon: Shirt, leadsTo: ofProducts },
  { to: "/admin/inventory", label: "Inventory", icon: Boxes },
  { to: "/admin/import", label: "Import", icon: FileUp },
  { to: "/admin/customers", label: "Customers", icon: Contact },
  { to: "/admin/users", label: "Users", icon: Users },
  { to: "/admin/team", label: "Team", icon: UserCog },
  { to: "/admin/offers", label: "Offers", icon: Tag },
  { to: "/admin/coupons", label: "Coupons", icon: TicketPercent },
  { to: "/admin/reviews", label: "Reviews", icon: Star },
  { to: "/admin/content", label: "Content", icon: Newspaper },
  { to: "/admin/messages", label: "Messages", icon: MessageSquare },
  { to: "/admin/searches", label: "Searches", icon: Search },
  { to: "/admin/brand", label: "Brand", icon: Palette },
  { to: "/admin/settings", label: "Settings", icon: Settings },
  { to: "/admin/books", label: "Books", icon: BookOpenText },
  { to: "/admin/taxes", label: "Taxes", icon: ReceiptIndianRupee },
  { to: "/admin/audit", label: "Audit log", icon: ScrollText },
  { to: "/admin/setup", label: "Set up", icon: ListChecks },
  { to: "/admin/health", label: "Health", icon: HeartPulse },
];

/** The navigation: a sidebar on wide screens, inside the menu on phones. */
export function BackOfficeNav({
  label,
  screens,
  counts,
  onFollow,
}: {
  label: string;
  /** Addresses of the screens that may be opened. */
  screens: string[];
  /** What waits for somebody, by the address of its screen. */
  counts: Readonly<Record<string, number>>;
  onFollow?: () => void;
}) {
  const { pathname } = useLocation();
  return (
    <nav className="office-nav" aria-label={label}>
      {shownItems(screens).map(({ to, label: name, icon, leadsTo = [] }) => (
        <Link
          key={to}
          to={to}
          aria-current={[to, ...leadsTo].some((screen) => isAt(pathname, screen)) ? "page" : undefined}
          onClick={onFollow}
        >
          <Icon of={icon} />
          {name}
          {counts[to] ? (
            <span className="badge warn ml-auto">
              {counts[to]}
              <span className="sr-only"> wait</span>
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  );
}

/** Whether a page belongs to a screen: is its own, or lies below it. The dashboard lies above all others. */
function isAt(pathname: string, screen: string): boolean {
  return pathname === screen || (screen !== "/admin" && pathname.startsWith(`${screen}/`));
}

/** The items whose screens may be opened. */
export function shownItems(screens: string[]): NavItem[] {
  return navItems.filter(({ to }) => screens.includes(to));
}
