/** Above this mail programs write the mail that is answered. */
const separators = [
  /^-{2,}\s*(?:original message|forwarded message|original appointment)\s*-{2,}$/i,
  /^_{10,}$/,
  /^from: .+$/i,
];

/**
 * Parts a mail's text from the mail that it answers, which mail programs put below: lines of ">" up to the end with the
 * line that names the writer, or what stands below a separator. An answer between or below quoted lines stays whole.
 */
export function withoutQuotation(whole: string): { text: string; quoted: string } {
  const lines = whole.split("\n");
  const at = Math.min(startOfQuotedEnd(lines), startOfSeparated(lines));
  // A mail that only repeats another one is shown.
  const text = lines.slice(0, at).join("\n").trim();
  return text === "" ? { text: whole, quoted: "" } : { text, quoted: lines.slice(at).join("\n").trim() };
}

/** Where the quoted lines begin that go to the end; the number of lines when there are none. */
function startOfQuotedEnd(lines: string[]): number {
  let start = lines.length;
  while (start > 0 && /^\s*(?:>.*)?$/.test(lines[start - 1] ?? "")) start--;
  if (!lines.slice(start).some((line) => line.trim().startsWith(">"))) return lines.length;
  // "On Mon, 23 Nov 2026 at 10:00, Shop <shop@shop.in> wrote:", broken into two lines at times.
  const isNaming = (from: number) => {
    const words = lines.slice(from, start).join(" ").trim();
    return words.length <= 300 && /:$/.test(words) && /[@\d]/.test(words);
  };
  const [one, two] = [start - 1, start - 2];
  if (two >= 0 && isNaming(two) && /^\s*on\b/i.test(lines[two] ?? "")) return two;
  return one >= 0 && isNaming(one) ? one : start;
}

/** Where a separator or the head of an answered mail stands ("From:" with "Sent:" or "Date:" below it). */
function startOfSeparated(lines: string[]): number {
  const at = lines.findIndex((line, index) => {
    const words = line.trim().replace(/^\*|\*$/g, "");
    if (!separators.some((one) => one.test(words))) return false;
    if (/^-/.test(words)) return true;
    const below = lines.slice(index, index + 7).join("\n");
    return (
      /^\W{0,2}from:/im.test(below) &&
      /^\W{0,2}(?:sent|date):/im.test(below) &&
      /^\W{0,2}(?:to|subject):/im.test(below)
    );
  });
  return at < 0 ? lines.length : at;
}
