import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { fitted } from "../brand/brand.ts";
import {
  type BrandPictureRefusal,
  saveBrandPicture,
  servedBrandPicture,
} from "../brand/brand-picture.server.ts";
import type { Done, Refused } from "../refused.ts";
import { currentSettings, saveSettings } from "../settings/save-settings.server.ts";
import type { ShopDocument } from "./document.ts";
import type { PdfPicture } from "./draw-pdf.server.ts";

/** The version of the setting, for two people at once. */
export async function signatureVersion({ db }: Pick<Services, "db">): Promise<string> {
  return (await currentSettings(db, ["invoices"])).version;
}

/**
 * Stores the picture of the signature that invoices have from now on (audited); issued ones keep theirs. In: a picture
 * as for logos, or null for none. Refused: as `saveBrandPicture`, 'changed-meanwhile'.
 */
export async function saveSignature(
  services: Pick<Services, "db" | "jobs" | "storage">,
  { actor, bytes, version }: { actor: Actor; bytes: Buffer | null; version: string },
): Promise<Done | Refused<BrandPictureRefusal | "changed-meanwhile">> {
  const stored = bytes && (await saveBrandPicture(services, "logo", bytes));
  if (stored && !stored.ok) return stored;
  const { settings } = await currentSettings(services.db, ["invoices"]);
  const invoices = { ...settings.invoices, signature: stored?.value ?? null };
  return saveSettings(services, { actor, changes: { invoices }, version });
}

/** The signature of a document with its size on paper in points; null: it has none. */
export async function documentSignature(
  ports: Pick<Services, "db" | "storage">,
  { signature }: Pick<ShopDocument, "signature">,
): Promise<PdfPicture | null> {
  const bytes = signature && (await servedBrandPicture(ports, `${signature.key}-logo.png`));
  return signature && bytes ? { bytes, ...fitted(signature, { width: 150, height: 32 }) } : null;
}
