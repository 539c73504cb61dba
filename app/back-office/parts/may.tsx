import { createContext, type ReactNode, useContext } from "react";
import { Link } from "react-router";
import { can, type Staff } from "../../../shop/access/actor.ts";
import type { Permission } from "../../../shop/access/permissions.ts";

/** Who works at this screen, from the back office's layout. */
export const StaffContext = createContext<Staff | null>(null);

/** Asks whether who works here may do something. For what is shown; the server decides by the guard table. */
export function useMay(): (permission: Permission) => boolean {
  const staff = useContext(StaffContext);
  return (permission) => staff !== null && can(staff, permission);
}

/** Something that only staff with a permission see. */
export function May({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useMay()(permission) ? children : null;
}

/** A link to a screen; plain text for staff who may not open it. */
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
