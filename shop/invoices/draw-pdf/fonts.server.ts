import { readFileSync } from "node:fs";
import anyAscii from "any-ascii";
import { fontPath, otherTypefaces, pictograph, shopTypeface } from "../../text/fonts.server.ts";

/** The part of a PDF document that fonts need (pdfkit). */
type FontDocument = {
  registerFont(name: string, source: Buffer): unknown;
  font(name: string): { fontSize(size: number): { widthOfString(text: string): number } };
};

/** A piece of text in one font, with its width in points. */
export type Run = { font: string; text: string; width: number };

const rightToLeft = /\p{Script=Arabic}/u;

/** Each file is read when a document first needs it. */
const read = new Map<string, Buffer>();

function fontFile(path: string): Buffer {
  const known = read.get(path);
  if (known) return known;
  const found = readFileSync(fontPath(path));
  read.set(path, found);
  return found;
}

/** Whether a text needs more than the shop's typeface can be trusted to lay out. */
export function needsOtherFonts(text: string): boolean {
  return /[\u200c\u200d]/.test(text) || otherTypefaces.some(({ of }) => of.test(text));
}

/**
 * The fonts of one PDF document. `linesOf` breaks a text into lines of at most `column` points, each of runs in one
 * font; lines of right-to-left script begin with their last word. A word that no font can lay out is written in Latin
 * letters: a document always opens.
 */
export function fontsOf(doc: FontDocument) {
  const registered = new Set<string>();
  const use = (path: string): string => {
    if (!registered.has(path)) doc.registerFont(path, fontFile(path));
    registered.add(path);
    return path;
  };

  const known = new Map<string, Run | null>();

  /** The width of a text, or null when the font cannot lay it out. Each text is laid out once. */
  function measured(path: string, text: string, size: number): Run | null {
    const key = `${path} ${size} ${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    let run: Run | null = null;
    try {
      run = { font: use(path), text, width: doc.font(path).fontSize(size).widthOfString(text) };
    } catch {
      // Tried again with a simpler text.
    }
    known.set(key, run);
    return run;
  }

  function runOf(text: string, { size, bold }: { size: number; bold: boolean }): Run {
    const face = bold ? "bold" : "regular";
    const path = (otherTypefaces.find(({ of }) => of.test(text)) ?? shopTypeface)[face];
    const plain = text.replaceAll(/[\u200c\u200d]/g, "");
    const spelled = anyAscii(plain);
    return (
      measured(path, text, size) ??
      measured(path, plain, size) ??
      measured(shopTypeface[face], spelled, size) ?? { font: use(shopTypeface[face]), text: "", width: 0 }
    );
  }

  return {
    linesOf(asked: string, column: number, look: { size: number; bold: boolean }): Run[][] {
      const text = asked.replaceAll(pictograph, "").trim() || " ";
      return text.split("\n").flatMap((paragraph) => {
        const whole = needsOtherFonts(paragraph) ? null : runOf(paragraph, look);
        if (whole && whole.width <= column) return [[whole]];
        const lines: Run[][] = [[]];
        let left = column;
        for (const word of paragraph.split(/(?<=\s)/u)) {
          const runs = splitByScript(word).map((part) => runOf(part, look));
          const across = runs.reduce((sum, { width }) => sum + width, 0);
          if (across > left && left < column) {
            lines.push([]);
            left = column;
          }
          // A word longer than a line, such as an address of the web, is broken where it must be.
          for (const run of across > column ? runs.flatMap((one) => brokenUp(one, look)) : runs) {
            if (run.width > left && left < column) {
              lines.push([]);
              left = column;
            }
            lines.at(-1)?.push(run);
            left -= run.width;
          }
        }
        return lines.map((line) =>
          line.some((run) => rightToLeft.test(run.text)) ? line.toReversed() : line,
        );
      });
    },
  };

  function brokenUp(run: Run, look: { size: number; bold: boolean }): Run[] {
    const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
    return [...letters.segment(run.text)].map(({ segment }) => runOf(segment, look));
  }
}

/** "Aनb" as "A", "न", "b": signs that all scripts use stay with what is before them. */
function splitByScript(word: string): string[] {
  const parts: { script: number; text: string }[] = [];
  for (const letter of word) {
    const last = parts.at(-1);
    const isShared = /[\p{scx=Common}\p{scx=Inherited}\u200c\u200d]/u.test(letter);
    const script = otherTypefaces.findIndex(({ of }) => of.test(letter));
    if (last && (isShared || last.script === script)) last.text += letter;
    else parts.push({ script, text: letter });
  }
  return parts.map(({ text }) => text);
}
