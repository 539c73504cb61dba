import type { Toast } from "../../ui/toast.tsx";

/** A message as the error of a field: its title and its text. */
export function messageWords({ title, text }: Toast): string {
  return [title, text].filter(Boolean).join(". ").replace(/\.\. /, ". ");
}
