import {
  Boxes,
  ChartNoAxesColumn,
  FileUp,
  HeartPulse,
  type LucideIcon,
  MessageSquare,
  Newspaper,
  Package,
  RotateCcw,
  ScrollText,
  Search,
  Settings,
  Shirt,
  Star,
  Tag,
  TicketPercent,
  Users,
} from "lucide-react";
import { NavLink } from "react-router";

type NavItem = { to: string; label: string; icon: LucideIcon };

/** Every place of the back office, in the order of daily use. */
export const navItems: NavItem[] = [
  { to: "/admin", label: "Dashboard", icon: ChartNoAxesColumn },
  { to: "/admin/orders", label: "Orders", icon: Package },
  { to: "/admin/returns", label: "Returns", icon: RotateCcw },
  { to: "/admin/products", label: "Products", icon: Shirt },
  { to: "/admin/inventory", label: "Inventory", icon: Boxes },
  { to: "/admin/import", label: "Import", icon: FileUp },
  { to: "/admin/users", label: "Users", icon: Users },
  { to: "/admin/offers", label: "Offers", icon: Tag },
  { to: "/admin/coupons", label: "Coupons", icon: TicketPercent },
  { to: "/admin/reviews", label: "Reviews", icon: Star },
  { to: "/admin/content", label: "Content", icon: Newspaper },
  { to: "/admin/messages", label: "Messages", icon: MessageSquare },
  { to: "/admin/searches", label: "Searches", icon: Search },
  { to: "/admin/settings", label: "Settings", icon: Settings },
  { to: "/admin/audit", label: "Audit log", icon: ScrollText },
  { to: "/admin/health", label: "Health", icon: HeartPulse },
];

/** The same links at the side of a desk and, inside the menu, on a phone. */
export function BackOfficeNav({
  label,
  screens,
  onFollow,
}: {
  label: string;
  /** The addresses of those that may be opened. */
  screens: string[];
  onFollow?: () => void;
}) {
  return (
    <nav className="office-nav" aria-label={label}>
      {shownItems(screens).map(({ to, label: name, icon: Icon }) => (
        <NavLink key={to} to={to} end={to === "/admin"} onClick={onFollow}>
          <Icon className="icon" aria-hidden="true" />
          {name}
        </NavLink>
      ))}
    </nav>
  );
}

/** The places that may be opened. */
export function shownItems(screens: string[]): NavItem[] {
  return navItems.filter(({ to }) => screens.includes(to));
}
