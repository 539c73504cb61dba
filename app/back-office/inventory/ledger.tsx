import { data, href, Link } from "react-router";
import { actorLabel } from "../../../shop/access/actor.ts";
import { stockLedger } from "../../../shop/catalogue/inventory/inventory.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { AnswerMessage } from "../../parts/answer-message.tsx";
import { servicesContext } from "../../services-context.ts";
import { May, MayLink } from "../parts/may.tsx";
import { EmptyScreen, Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/ledger";
import { AdjustmentReasons, StockAdjustment, variantName } from "./adjust.tsx";
import { handleAdjustment } from "./answer.server.ts";
import { stockReason } from "./stock-words.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const ledger = await stockLedger(context.get(servicesContext), params.id);
  return data({ ledger }, { status: ledger ? 200 : 404 });
}

export function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  return handleAdjustment(context.get(servicesContext), actor, { request, context });
}

export default function StockLedger({ loaderData: { ledger }, actionData }: Route.ComponentProps) {
  useLiveUpdates(ledger ? [`products/${ledger.variant.product_id}`] : []);
  const answer = useLastAnswer(actionData);
  const back = { to: href("/admin/inventory"), label: "Inventory" };
  if (!ledger) {
    return (
      <EmptyScreen
        tone="wrong"
        title="Variant not found"
        text="It may have been deleted."
        link={{ to: back.to, label: "Inventory" }}
      />
    );
  }
  const { variant, moves } = ledger;
  return (
    <>
      <ScreenHead
        title={variantName(variant)}
        text={`${variant.sku}: ${variant.stock} on hand, ${variant.reserved} set aside for orders, ${variant.waiting} waiting`}
        back={back}
      >
        <May permission="catalogue.edit">
          <Link className="btn btn-secondary" to={href("/admin/products/:id", { id: variant.product_id })}>
            Edit product
          </Link>
        </May>
      </ScreenHead>
      <AnswerMessage answer={answer} />
      <AdjustmentReasons />
      <May permission="stock.adjust">
        <Panel title="Adjust">
          <StockAdjustment row={variant} />
        </Panel>
      </May>
      <section className="panel list" aria-label="Ledger">
        <div className="list-scroll">
          <table className="list-table">
            <caption className="sr-only">All movements of this stock, newest first</caption>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Reason</th>
                <th scope="col">Who</th>
                <th scope="col" className="number">
                  Change
                </th>
                <th scope="col" className="number">
                  Stock after
                </th>
              </tr>
            </thead>
            <tbody>
              {moves.map(({ id, at, reason, code, actor, orderId, delta, after }) => (
                <tr key={id}>
                  <td data-label="When">
                    <time dateTime={at}>{shortDate(at)}</time>
                  </td>
                  <td className="main">
                    {stockReason({ reason, code })}
                    {orderId && (
                      <>
                        {" "}
                        <MayLink permission="orders.view" to={href("/admin/orders/:id", { id: orderId })}>
                          {shortId(orderId)}
                        </MayLink>
                      </>
                    )}
                  </td>
                  <td data-label="Who">{actorLabel(actor)}</td>
                  <td className="number" data-label="Change">
                    {delta > 0 ? `+${delta}` : delta}
                  </td>
                  <td className="number" data-label="Stock after">
                    {after}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {moves.length === 0 && <p className="p-8 muted text-center">No stock movements yet.</p>}
        </div>
      </section>
    </>
  );
}
