import { extractText } from "unpdf";

/** Opens a PDF with another library than the one that drew it. Out: the text of each page, white space folded. */
export async function pagesOf(file: Uint8Array): Promise<string[]> {
  // The reader takes ownership of its input, so it gets a copy.
  const { text } = await extractText(new Uint8Array(file), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, " "));
}
