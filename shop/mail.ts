/** One block of an email. All plain text: it is escaped here and nowhere else. */
export type MailBlock =
  | { kind: "text"; text: string }
  | { kind: "button"; label: string; address: string }
  | { kind: "facts"; facts: { label: string; value: string }[] }
  | { kind: "note"; text: string }
  | { kind: "quote"; text: string };

export type MailContent = {
  /** From the settings. */
  shopName: string;
  /** Scheme and host of the shop, for pictures and links. */
  origin: string;
  /** How the shop looks now; without it as it came. */
  look?: MailLook | undefined;
  /** The heading. The caller sets the subject. */
  title: string;
  blocks: MailBlock[];
  /** Why the reader gets this email, in small type at the end. */
  closing: string;
  /** The link that turns this kind of email off; absent or null when it cannot be turned off. */
  unsubscribe?: string | null;
};

/** The letterhead: colours by the tokens of the light scheme ("#rrggbb"), and pictures by their paths in the shop. */
export type MailLook = {
  colours: Record<
    "paper" | "sunk" | "line" | "ink" | "ink-2" | "act" | "on-act" | "hem" | "haldi-wash" | "haldi-ink",
    string
  >;
  /** The printed border, which is in the shipped colours. */
  hasBorder: boolean;
  /** In place of mark and name, with its size in CSS pixels. */
  logo: { path: string; width: number; height: number } | null;
  /** Beside the name. */
  mark: string;
};

/**
 * The text of an email, with {{placeholders}}: its subject, its heading, paragraphs between empty lines, the words of
 * its button ("" where the program chooses them), and why the reader gets it.
 */
export type MailText = { subject: string; heading: string; body: string; button: string; closing: string };

/** Whose emails they are. `texts`: what staff published, by the key of the email (shop/emails); without it the defaults. */
export type MailSender = Pick<MailContent, "shopName" | "origin" | "look"> & {
  texts?: ReadonlyMap<string, MailText> | undefined;
};

/** Of a shop that has not changed its brand. */
const shippedLook: MailLook = {
  colours: {
    paper: "#fcfbf7",
    sunk: "#f5f1e8",
    line: "#e7e2d8",
    ink: "#1b1a17",
    "ink-2": "#5c564b",
    act: "#2a3f7e",
    "on-act": "#fcfbf7",
    hem: "#1d2a55",
    "haldi-wash": "#f8edd2",
    "haldi-ink": "#7a4f04",
  },
  hasBorder: true,
  logo: null,
  mark: "/mail/mark.png",
};

const wide = "font-family:'Anek Wide','Anek','Helvetica Neue',Arial,sans-serif;font-weight:500";
const plain = "font-family:'Anek','Helvetica Neue',Arial,sans-serif";

/**
 * An email in the shop's layout: tables and inline styles only, so that it reads the same without web fonts, with
 * pictures off and in a sandboxed frame. Out: the HTML part and an equivalent text part.
 */
export function shopMail(content: MailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) };
}

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function asText({ shopName, title, blocks, closing, unsubscribe }: MailContent): string {
  const parts = blocks.map((block) => {
    if (block.kind === "button") return `${block.label}:\n${block.address}`;
    if (block.kind === "facts") return block.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
    if (block.kind === "quote") return block.text.replace(/^/gm, "> ");
    return block.text;
  });
  const end = unsubscribe ? [closing, `Stop these emails: ${unsubscribe}`, shopName] : [closing, shopName];
  return `${[title, ...parts, end.join("\n")].join("\n\n")}\n`;
}

function asHtml(content: MailContent): string {
  const { title, blocks, closing, unsubscribe, look = shippedLook } = content;
  const { colours } = look;
  return `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:${colours.sunk};color:${colours.ink};font-size:16px;line-height:1.5;${plain}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background:${colours.sunk};border-collapse:collapse"><tr><td align="center" style="padding:20px 0">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;background:${colours.paper};border-collapse:collapse;text-align:left">
<tr><td style="background:${colours.hem};height:14px;font-size:0;line-height:0">${look.hasBorder ? `<img src="${escapeHtml(`${content.origin}/mail/border.png`)}" alt="" width="560" height="14" style="width:100%;height:14px;display:block">` : ""}</td></tr>
<tr><td style="padding:24px 24px 0">${letterhead(content, look)}</td></tr>
<tr><td style="padding:20px 24px 0"><h1 style="margin:0;font-size:28px;line-height:1.15;${wide}">${escapeHtml(title)}</h1></td></tr>
${blocks.map((block) => row(block, look)).join("\n")}
<tr><td style="padding:24px;font-size:14px;color:${colours["ink-2"]}">${lines(closing)}${unsubscribe ? `<br><a href="${escapeHtml(unsubscribe)}" style="color:${colours["ink-2"]}">Stop these emails</a>` : ""}</td></tr>
</table></td></tr></table></body></html>`;
}

/** The logo, whose alternative text is the name; else mark and name. */
function letterhead({ shopName, origin }: MailContent, { logo, mark }: MailLook): string {
  if (logo)
    return `<img src="${escapeHtml(origin + logo.path)}" width="${logo.width}" height="${logo.height}" alt="${escapeHtml(shopName)}" style="display:block;font-size:19px;${wide}">`;
  return `<table role="presentation" cellspacing="0" cellpadding="0"><tr><td><img src="${escapeHtml(origin + mark)}" width="28" height="28" alt="" style="display:block"></td><td style="padding:3px 0 0 9px;font-size:19px;line-height:1;${wide}">${escapeHtml(shopName)}</td></tr></table>`;
}

function row(block: MailBlock, look: MailLook): string {
  return `<tr><td style="padding:16px 24px 0">${inside(block, look)}</td></tr>`;
}

function inside(block: MailBlock, { colours }: MailLook): string {
  switch (block.kind) {
    case "text":
      return `<p style="margin:0">${lines(block.text)}</p>`;
    case "button":
      return `<a href="${escapeHtml(block.address)}" style="display:inline-block;background:${colours.act};color:${colours["on-act"]};font-weight:600;padding:13px 24px;border-radius:4px;text-decoration:none">${escapeHtml(block.label)}</a>`;
    case "facts":
      return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="border-top:1px solid ${colours.line};border-collapse:collapse">${block.facts
        .map(
          ({ label, value }) =>
            `<tr><td style="padding:8px 16px 8px 0;border-bottom:1px solid ${colours.line};color:${colours["ink-2"]};vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td style="padding:8px 0;border-bottom:1px solid ${colours.line}">${lines(value)}</td></tr>`,
        )
        .join("")}</table>`;
    case "note":
      return `<p style="margin:0;background:${colours["haldi-wash"]};color:${colours["haldi-ink"]};padding:11px 14px;border-left:3px solid ${colours["haldi-ink"]};font-size:15px">${lines(block.text)}</p>`;
    case "quote":
      return `<p style="margin:0;padding:2px 0 2px 14px;border-left:3px solid ${colours.line};white-space:pre-wrap;word-break:break-word">${escapeHtml(block.text)}</p>`;
  }
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}
