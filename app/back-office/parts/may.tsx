import { createContext, type ReactNode, useContext } from "react";
import { Link } from "react-router";
import { can, type Staff } from "../../../shop/access/actor.ts";
import type { Permission } from "../../../shop/access/permissions.ts";

/** The current member of staff, from the back office's layout. */
export const StaffContext = createContext<Staff | null>(null);

/** Whether the current member of staff has a permission. For display only; the server enforces the guard table. */
export function useMay(): (permission: Permission) => boolean {
  const staff = useContext(StaffContext);
  return (permission) => staff !== null && can(staff, permission);
}

/** Renders its children only with the permission. */
export function May({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useMay()(permission) ? children : null;
}

/** A link, or plain text for staff who may not open its screen. */
export function MayLink({
  permission,
  to,
  className = "link",
  children,
}: {
  permission: Permission;
  to: string;
  className?: string;
  children: ReactNode;
}) {
  if (!useMay()(permission)) return <span>{children}</span>;
  return (
    <Link className={className} to={to}>
      {children}
    </Link>
  );
}
