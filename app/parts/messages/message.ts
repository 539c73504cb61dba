import type { Toast } from "../../ui/toast.tsx";

type More = Pick<Toast, "about" | "link">;

/** A message that something was done. Calling it has no effect: one that no screen names is left out of its scripts. */
// @__NO_SIDE_EFFECTS__
export const info = (title: string, text?: string, more?: More): Toast => ({ title, text, ...more });

/** A message that something was refused or failed. */
// @__NO_SIDE_EFFECTS__
export const error = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });
