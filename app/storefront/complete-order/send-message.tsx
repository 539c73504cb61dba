import { useEffect } from "react";
import { href, Link, useSearchParams } from "react-router";
import { rupees } from "../../../shop/money.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import type { ChatView } from "./chat.server.ts";

/**
 * The order is saved; the WhatsApp message is still to be sent. Opens the chat once right after saving; this page
 * stays behind it, with a link in case it does not open.
 */
export default function SendMessage({ chat: { order, link, shopNumber } }: { chat: ChatView }) {
  const [asked] = useSearchParams();
  const opens = asked.get("chat") === "open";
  useEffect(() => {
    if (!opens || !link) return;
    // Immediately with history.replaceState, because the router would load the page first: coming back must not open
    // the chat again.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    window.location.assign(link);
  }, [opens, link]);
  return (
    <div className="narrow">
      <p className="lead" role="status">
        Your order <b>{shortId(order.id)}</b> for <b>{rupees(order.total)}</b> is saved.{" "}
        {link
          ? "Send us the WhatsApp message, and we will confirm it there."
          : "We will call you to confirm it."}
      </p>
      <div className="stack mt-5 mb-8">
        {link && (
          <a className="btn btn-primary btn-full" href={link} target="_blank" rel="noopener noreferrer">
            Open WhatsApp
          </a>
        )}
        <Link className="btn btn-secondary btn-full" to={href("/track/:id?", { id: order.id })}>
          See your order
        </Link>
      </div>
      {shopNumber && (
        <>
          <h2 className="h3">WhatsApp does not open?</h2>
          <p>
            Write or call us on <b>{shopNumber}</b> and name the order <b>{shortId(order.id)}</b>. Your order
            stays saved, and nothing has to be paid before it arrives.
          </p>
        </>
      )}
    </div>
  );
}
