import { type RefObject, useEffect } from "react";

/**
 * Fills in a code from its SMS and submits the form, where the browser can (WebOTP: Chrome on Android, with the user's
 * consent). The message names the site of its code (platform/messaging/code-text.ts). Elsewhere the keyboard offers the
 * code by the field's autocomplete.
 */
export function useCodeFromSms(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    if (!("OTPCredential" in window)) return;
    const leaving = new AbortController();
    const asked: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ["sms"] },
      signal: leaving.signal,
    };
    navigator.credentials.get(asked).then(
      (found) => {
        const field = form.current?.elements.namedItem("code");
        if (!found || !("code" in found) || !(field instanceof HTMLInputElement)) return;
        field.value = String(found.code);
        form.current?.requestSubmit();
      },
      // Refused, or the code was already typed.
      () => undefined,
    );
    return () => leaving.abort();
  }, [form]);
}
