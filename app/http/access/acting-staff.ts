import type { Staff } from "../../../shop/access/actor.ts";
import type { Viewer } from "../guards.server.ts";

/**
 * The viewer as a member of staff with their current permissions: none for guests, for customers, and for staff
 * who have not entered the second factor that their role needs.
 */
export function actingStaff(viewer: Viewer): Staff {
  if (viewer.kind === "guest") return { kind: "staff", id: "", name: "", permissions: new Set() };
  const { id, name, lacksSecondFactor, permissions } = viewer;
  return { kind: "staff", id, name, permissions: lacksSecondFactor ? new Set() : permissions };
}
