import { Tokenizer } from "htmlparser2";

/** Elements whose end begins a new line. */
const blocks = new Set(
  "p div li h1 h2 h3 h4 h5 h6 tr ul ol table blockquote pre section article dd dt".split(" "),
);
/** Elements whose content is not displayed. */
const unread = new Set("script style title template noscript iframe noembed noframes textarea".split(" "));

/**
 * HTML as plain text with a line for each paragraph or list item, without markup. Runs in linear time for any input:
 * htmlparser2's tokenizer makes one pass and, unlike its parser, keeps no stack of open elements.
 */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  let hidden: string | null = null;
  const nothing = () => undefined;
  const opened = (start: number, end: number) => {
    const name = html.slice(start, end).toLowerCase();
    if (hidden === null && unread.has(name)) hidden = name;
    if (name === "br") parts.push("\n");
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: opened,
      onclosetag(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (name === hidden) hidden = null;
        else if (blocks.has(name)) parts.push("\n");
        else if (name === "td" || name === "th") parts.push(" ");
      },
      ontext(start, end) {
        if (hidden === null) parts.push(html.slice(start, end));
      },
      ontextentity(codePoint) {
        if (hidden === null) parts.push(String.fromCodePoint(codePoint));
      },
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return tidy(parts.join(""));
}

/** Single spaces, no spaces at the ends of a line, at most one empty line. */
function tidy(text: string): string {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const words = line.replace(/\s+/g, " ").trim();
    if (words !== "" || lines.at(-1) !== "") lines.push(words);
  }
  return lines.join("\n").trim();
}
