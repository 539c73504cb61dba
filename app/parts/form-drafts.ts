/** Where a tab keeps what is typed into an address form (parts/address/use-draft.ts). */
export const draftStorageKey = "draft";
/** Where the back office keeps what is typed into its forms (back-office/parts/form-draft.tsx). */
export const officeDraftStorageKey = "typed-work";

/**
 * Forgets what was typed. Who was logged out in mid-edit comes to the sign-in screen: there the work of the back office
 * stays for their return.
 */
export function clearDrafts(): void {
  try {
    sessionStorage.removeItem(draftStorageKey);
    if (location.pathname !== "/auth") sessionStorage.removeItem(officeDraftStorageKey);
  } catch {
    // Storage is switched off.
  }
}
