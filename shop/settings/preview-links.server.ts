import type { Services } from "../../platform/services.server.ts";
import type { Opening } from "./settings.ts";

type Preview = Opening["previews"][number];

/** The secret part of a preview link's address: its id and expiry, signed with AUTH_SECRET. */
export function previewToken({ signer }: Pick<Services, "signer">, { id, until }: Preview): string {
  return `${id}.${signer.sign("preview", `${id} ${until}`)}`;
}

/** The preview link of a token: null when it was not signed here, was revoked, or is over. */
export function previewOf(
  { signer, clock }: Pick<Services, "signer" | "clock">,
  { previews }: Opening,
  token: string,
): Preview | null {
  const [id = "", signature = ""] = token.split(".", 2);
  const preview = previews.find((one) => one.id === id);
  if (!preview || new Date(preview.until) <= clock.now()) return null;
  return signer.isSigned("preview", `${id} ${preview.until}`, signature) ? preview : null;
}
