import { href } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import type { IssuedDocument } from "../../../shop/invoices/document.ts";
import { rupeesExact } from "../../../shop/money.ts";

/** All numbered documents of an order, credit notes included. */
export function Documents({ orderId, documents }: { orderId: string; documents: IssuedDocument[] }) {
  if (documents.length === 0) return null;
  return (
    <ul className="grid gap-1" aria-label="Documents">
      {documents.map(({ title, number, slug, issuedAt, total }) => (
        <li key={number}>
          <a
            className="link"
            href={href("/orders/:id/documents/:file", { id: orderId, file: `${slug}.pdf` })}
          >
            {title} {number}
          </a>{" "}
          <small>
            {shortDate(issuedAt)} · {rupeesExact(total)}
          </small>
        </li>
      ))}
    </ul>
  );
}
