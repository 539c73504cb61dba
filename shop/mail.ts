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
  /** The heading. The caller sets the subject. */
  title: string;
  blocks: MailBlock[];
  /** Why the reader gets this email, in small type at the end. */
  closing: string;
  /** The link that turns this kind of email off; absent or null when it cannot be turned off. */
  unsubscribe?: string | null;
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

function asHtml({ shopName, origin, title, blocks, closing, unsubscribe }: MailContent): string {
  const picture = (name: string) => escapeHtml(`${origin}/mail/${name}.png`);
  return `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f5f1e8;color:#1b1a17;font-size:16px;line-height:1.5;${plain}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background:#f5f1e8;border-collapse:collapse"><tr><td align="center" style="padding:20px 0">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;background:#fcfbf7;border-collapse:collapse;text-align:left">
<tr><td style="background:#1d2a55;height:14px;font-size:0;line-height:0"><img src="${picture("border")}" alt="" width="560" height="14" style="width:100%;height:14px;display:block"></td></tr>
<tr><td style="padding:24px 24px 0"><table role="presentation" cellspacing="0" cellpadding="0"><tr><td><img src="${picture("mark")}" width="28" height="28" alt="" style="display:block"></td><td style="padding:3px 0 0 9px;font-size:19px;line-height:1;${wide}">${escapeHtml(shopName)}</td></tr></table></td></tr>
<tr><td style="padding:20px 24px 0"><h1 style="margin:0;font-size:28px;line-height:1.15;${wide}">${escapeHtml(title)}</h1></td></tr>
${blocks.map(row).join("\n")}
<tr><td style="padding:24px;font-size:14px;color:#5c564b">${lines(closing)}${unsubscribe ? `<br><a href="${escapeHtml(unsubscribe)}" style="color:#5c564b">Stop these emails</a>` : ""}</td></tr>
</table></td></tr></table></body></html>`;
}

function row(block: MailBlock): string {
  return `<tr><td style="padding:16px 24px 0">${inside(block)}</td></tr>`;
}

function inside(block: MailBlock): string {
  switch (block.kind) {
    case "text":
      return `<p style="margin:0">${lines(block.text)}</p>`;
    case "button":
      return `<a href="${escapeHtml(block.address)}" style="display:inline-block;background:#2a3f7e;color:#fcfbf7;font-weight:600;padding:13px 24px;border-radius:4px;text-decoration:none">${escapeHtml(block.label)}</a>`;
    case "facts":
      return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="border-top:1px solid #e7e2d8;border-collapse:collapse">${block.facts
        .map(
          ({ label, value }) =>
            `<tr><td style="padding:8px 16px 8px 0;border-bottom:1px solid #e7e2d8;color:#5c564b;vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td style="padding:8px 0;border-bottom:1px solid #e7e2d8">${lines(value)}</td></tr>`,
        )
        .join("")}</table>`;
    case "note":
      return `<p style="margin:0;background:#f8edd2;color:#7a4f04;padding:11px 14px;border-left:3px solid #7a4f04;font-size:15px">${lines(block.text)}</p>`;
    case "quote":
      return `<p style="margin:0;padding:2px 0 2px 14px;border-left:3px solid #e7e2d8;white-space:pre-wrap;word-break:break-word">${escapeHtml(block.text)}</p>`;
  }
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}
