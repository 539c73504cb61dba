import { cleanLines } from "../../text/clean-text.ts";
import { fontsOf } from "./fonts.server.ts";

/** A4 in points, with a margin that every printer supports. */
export const margin = 40;
export const width = 595.28 - 2 * margin;
const bottom = 841.89 - margin - 24;

type Look = { size?: number; bold?: boolean; quiet?: boolean; align?: "left" | "right" };

/** A picture with its size on paper, in points. */
export type PdfPicture = { bytes: Buffer; width: number; height: number };

export type PdfPage = Awaited<ReturnType<typeof openPdf>>;

/** The height of a line, as a share of the size of its letters: room for the marks above and below of every script. */
const leading = 1.3;

/** A4 pages written from the top; `y` is the next position. Widths and heights in points. */
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
  const fonts = fontsOf(doc);
  const linesOf = (text: string, column: number, { size = 9, bold = false }: Look) =>
    fonts.linesOf(cleanLines(text).normalize("NFC") || " ", column, { size, bold });

  return {
    y: margin,
    /** The height of a text in a column. */
    heightOf(text: string, column: number, look: Look = {}): number {
      return linesOf(text, column, look).length * (look.size ?? 9) * leading;
    },
    /** Writes at `x`, `y` without moving on. Out: its height. */
    write(text: string, x: number, y: number, column: number, look: Look = {}): number {
      const { size = 9, quiet = false, align = "left" } = look;
      const lines = linesOf(text, column, look);
      for (const [index, line] of lines.entries()) {
        const across = line.reduce((sum, run) => sum + run.width, 0);
        let at = align === "right" ? x + column - across : x;
        for (const run of line) {
          doc
            .font(run.font)
            .fontSize(size)
            .fillColor(quiet ? "#5c584f" : "#1b1a17")
            // On one baseline: the fonts of the scripts differ in their height.
            .text(run.text, at, y + (index + 1) * size * leading - size * 0.35, {
              lineBreak: false,
              baseline: "alphabetic",
            });
          at += run.width;
        }
      }
      return lines.length * size * leading;
    },
    /** Draws a PNG or JPEG in a size in points. */
    picture({ bytes, width, height }: PdfPicture, x: number, y: number) {
      doc.image(bytes, x, y, { width, height });
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
          size: 7.5,
          quiet: true,
          align: "right",
        });
      }
      doc.end();
      await ended;
      return new Uint8Array(Buffer.concat(chunks));
    },
  };
}
