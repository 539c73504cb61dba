import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Who is refused sees what can be returned now: React Router loads nothing again after a refusal. */
export function revalidateRefused({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return (actionStatus ?? 200) >= 400 || defaultShouldRevalidate;
}
