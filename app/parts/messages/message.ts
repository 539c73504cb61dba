import type { Toast } from "../../ui/toast.tsx";

type More = Pick<Toast, "about" | "link">;

/** A success message. The call has no side effect, so an unused message is left out of a screen's scripts. */
// @__NO_SIDE_EFFECTS__
export const info = (title: string, text?: string, more?: More): Toast => ({ title, text, ...more });

/** A message about a refusal or failure. */
// @__NO_SIDE_EFFECTS__
export const error = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });
