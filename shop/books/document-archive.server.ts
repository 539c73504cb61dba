import { Zip, ZipPassThrough } from "fflate";
import type { Services } from "../../platform/services.server.ts";
import { documentLogo } from "../brand/brand-picture.server.ts";
import { fileName } from "../invoices/document.ts";
import { drawPdf } from "../invoices/draw-pdf.server.ts";
import { documentSignature } from "../invoices/signature.server.ts";
import { documentsToDraw } from "./books.server.ts";
import type { BookPeriod } from "./period.ts";

/**
 * The PDFs of a period as a ZIP, drawn one after another while they are sent, so that a month of thousands needs the
 * memory of one. PDFs are compressed already, so they are only stored.
 */
export async function* documentArchive(
  ports: Pick<Services, "db" | "storage">,
  period: BookPeriod,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(new Uint8Array(chunk));
  });
  const logo = await documentLogo(ports);
  for await (const document of documentsToDraw(ports, period)) {
    const file = new ZipPassThrough(fileName(document));
    file.mtime = document.issuedAt;
    zip.add(file);
    file.push(await drawPdf(document, { logo, signature: await documentSignature(ports, document) }), true);
    yield* chunks;
    chunks = [];
  }
  zip.end();
  yield* chunks;
}
