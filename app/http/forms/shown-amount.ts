/** An amount in paise that a form was shown with, from its hidden field; null for none. */
export function readShown(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null;
}
