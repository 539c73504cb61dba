/** A text with a paragraph after it. */
export function withParagraph(text: string, paragraph: string): string {
  return text + leadTo(text) + paragraph;
}

/** Inserts a paragraph after the cursor or selection of a text box, and puts the cursor behind it. */
export function insertParagraph(box: HTMLTextAreaElement, paragraph: string) {
  const at = box.selectionEnd;
  const rest = box.value.slice(at);
  const inserted = leadTo(box.value.slice(0, at)) + paragraph;
  box.setRangeText(inserted + (rest === "" || rest.startsWith("\n") ? "" : "\n\n"), at, at);
  box.setSelectionRange(at + inserted.length, at + inserted.length);
  box.dispatchEvent(new Event("input", { bubbles: true }));
  box.focus();
}

/** The empty line between a text and a paragraph after it. */
function leadTo(text: string): string {
  return text === "" || text.endsWith("\n") ? "" : "\n\n";
}
