import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cleanLines } from "../../text/clean-text.ts";

/** A4 in points, with a margin that every printer supports. */
export const margin = 40;
export const width = 595.28 - 2 * margin;
const bottom = 841.89 - margin - 24;

type Look = { size?: number; bold?: boolean; quiet?: boolean; align?: "left" | "right" };

const fontFile = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/anek-devanagari/${name}`));
let fonts: { regular: Buffer; bold: Buffer } | undefined;

/** The shop's typeface: Latin, Devanagari and the rupee sign. Read once. */
function theFonts() {
  fonts ??= {
    regular: fontFile("400Regular/AnekDevanagari_400Regular.ttf"),
    bold: fontFile("600SemiBold/AnekDevanagari_600SemiBold.ttf"),
  };
  return fonts;
}

export type PdfPage = Awaited<ReturnType<typeof openPdf>>;

/**
 * A4 pages written from the top; `y` is the next position. Widths and heights in points. Missing glyphs show as an
 * empty box.
 */
export async function openPdf({ title, author, made }: { title: string; author: string; made: Date }) {
  // Loaded with the first document: 30 MB that most processes never need.
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: margin, left: margin, right: margin, bottom: 0 },
    bufferPages: true,
    lang: "en-IN",
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: made },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on("end", resolve).on("error", reject));
  const { regular, bold } = theFonts();
  doc.registerFont("regular", regular).registerFont("bold", bold);

  function dress({ size = 9, bold = false, quiet = false }: Look) {
    return doc
      .font(bold ? "bold" : "regular")
      .fontSize(size)
      .fillColor(quiet ? "#5c584f" : "#1b1a17");
  }

  return {
    y: margin,
    /** The height of a text in a column. */
    heightOf(text: string, column: number, look: Look = {}): number {
      return dress(look).heightOfString(cleanLines(text) || " ", { width: column });
    },
    /** Writes at `x`, `y` without moving on. Out: its height. */
    write(text: string, x: number, y: number, column: number, look: Look = {}): number {
      dress(look).text(cleanLines(text), x, y, { width: column, align: look.align ?? "left" });
      return doc.y - y;
    },
    rule(y: number, strong = false) {
      doc
        .moveTo(margin, y)
        .lineTo(margin + width, y)
        .lineWidth(strong ? 1 : 0.5)
        .strokeColor(strong ? "#1b1a17" : "#cfc9bb")
        .stroke();
    },
    /** Starts a new page when less than `height` is left. Out: whether it did. */
    makeRoom(height: number): boolean {
      if (this.y + height <= bottom) return false;
      doc.addPage();
      this.y = margin;
      return true;
    },
    /** Writes `footer` and the page number on every page. Out: the file. */
    async finish(footer: string): Promise<Uint8Array<ArrayBuffer>> {
      const { start, count } = doc.bufferedPageRange();
      for (let page = start; page < start + count; page++) {
        doc.switchToPage(page);
        this.write(footer, margin, bottom + 12, width - 80, { size: 7.5, quiet: true });
        this.write(`Page ${page + 1} of ${count}`, margin + width - 80, bottom + 12, 80, {
          ...{ size: 7.5, quiet: true, align: "right" },
        });
      }
      doc.end();
      await ended;
      return new Uint8Array(Buffer.concat(chunks));
    },
  };
}
