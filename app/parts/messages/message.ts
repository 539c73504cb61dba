import type { Toast } from "../../ui/toast.tsx";

/** A message that something was done. */
export const info = (title: string, text?: string): Toast => ({ title, text });

/** A message that something was refused or failed. */
export const error = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });
