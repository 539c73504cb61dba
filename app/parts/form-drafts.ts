/** Storage key of an address form's draft (parts/address/use-draft.ts). */
export const draftStorageKey = "draft";
/** Storage key of a back-office form's draft (back-office/parts/form-draft.tsx). */
export const officeDraftStorageKey = "typed-work";

/**
 * Deletes drafts at sign-out. After an expired session the sign-in screen keeps the back office's drafts until the
 * user returns.
 */
export function clearDrafts(): void {
  try {
    sessionStorage.removeItem(draftStorageKey);
    if (location.pathname !== "/auth") sessionStorage.removeItem(officeDraftStorageKey);
  } catch {
    // Storage is disabled.
  }
}
