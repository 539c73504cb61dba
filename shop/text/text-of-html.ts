import { Tokenizer } from "htmlparser2";

/** Elements whose end begins a new line. */
const blocks = new Set(
  "p div li h1 h2 h3 h4 h5 h6 tr ul ol table blockquote pre section article dd dt".split(" "),
);
/** Elements whose content is not displayed. */
const unread = new Set("script style title template noscript iframe noembed noframes textarea".split(" "));

/**
 * HTML as plain text with a line for each paragraph or list item, without markup. Runs in linear time for any input:
 * htmlparser2's tokenizer makes one pass and, unlike its parser, keeps no stack of open elements. `mail`: as mail
 * programs write it: lines of what is quoted begin with ">", and line breaks of the source mean nothing.
 */
export function textOfHtml(html: string, { mail = false } = {}): string {
  const parts: Part[] = [];
  let depth = 0;
  const push = (text: string) => parts.push({ text, depth });
  let hidden: string | null = null;
  const nothing = () => undefined;
  const opened = (start: number, end: number) => {
    const name = html.slice(start, end).toLowerCase();
    if (hidden === null && unread.has(name)) hidden = name;
    if (name === "br") push("\n");
    if (mail && name === "blockquote") {
      depth++;
      push("\n");
    }
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: opened,
      onclosetag(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (name === hidden) hidden = null;
        else if (mail && name === "blockquote") {
          depth = Math.max(0, depth - 1);
          push("\n");
        } else if (blocks.has(name)) push("\n");
        else if (name === "td" || name === "th") push(" ");
      },
      ontext(start, end) {
        const text = html.slice(start, end);
        if (hidden === null) push(mail ? text.replace(/\s+/g, " ") : text);
      },
      ontextentity(codePoint) {
        if (hidden === null) push(String.fromCodePoint(codePoint));
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
  return tidy(parts);
}

/** `depth`: how many quotations it is in. */
type Part = { text: string; depth: number };

/** Single spaces, no spaces at the ends of a line, at most one empty line. */
function tidy(parts: Part[]): string {
  const lines: string[] = [];
  let line: Part = { text: "", depth: 0 };
  const end = () => {
    const words = line.text.replace(/\s+/g, " ").trim();
    if (words !== "") lines.push("> ".repeat(Math.min(line.depth, 3)) + words);
    else if (lines.at(-1) !== "") lines.push("");
  };
  for (const { text, depth } of parts) {
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) {
        end();
        line = { text: "", depth };
      }
      line.text += piece;
    }
  }
  end();
  return lines.join("\n").trim();
}
