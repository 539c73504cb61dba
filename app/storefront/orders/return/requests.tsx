import { ExternalLink } from "lucide";
import { href, Link } from "react-router";
import { shortDate } from "../../../../shop/dates.ts";
import { reasonLabels } from "../../../../shop/orders/remarks/return-reasons.ts";
import { type ReturnRequest, returnSummary } from "../../../../shop/returns/returns.ts";
import { payoutPath, returnPath } from "../../../parts/orders/order-links.ts";
import { ReturnProgress } from "../../../parts/orders/return-progress.tsx";
import { Icon } from "../../../ui/icon.tsx";

/** Earlier requests of this order, newest first. `asksPayout`: whether one waits to be told where its refund goes. */
export function ReturnRequests({ requests, asksPayout }: { requests: ReturnRequest[]; asksPayout: boolean }) {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="h3">
        Your requests
      </h2>
      <ul className="grid gap-6 mt-4 mb-8">
        {requests.map((request) => (
          <Request key={request.id} request={request} asksPayout={asksPayout} />
        ))}
      </ul>
    </section>
  );
}

function Request({ request, asksPayout }: { request: ReturnRequest; asksPayout: boolean }) {
  const { orderId, kind, createdAt, lines, reason, details, photos, trackingLink } = request;
  return (
    <li className="grid gap-1 pt-4 border-t border-line">
      <h3 className="text-body">{kind === "return" ? "Return" : "Exchange"}</h3>
      <p className="hint">
        Asked for on <time dateTime={createdAt.toISOString()}>{shortDate(createdAt)}</time>
      </p>
      <p>{returnSummary(lines)}</p>
      <p className="text-small muted whitespace-pre-line">
        {reasonLabels[reason]}
        {details && `: ${details}`}
      </p>
      {photos.length > 0 && (
        <ul className="photos flex flex-wrap gap-2 mt-1" aria-label="Photos">
          {photos.map(({ key, width, height }, place) => (
            <li key={key}>
              <a href={photoPath(orderId, key)}>
                <img
                  src={photoPath(orderId, key)}
                  width={width}
                  height={height}
                  alt={`What you sent, ${place + 1} of ${photos.length}`}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <ReturnProgress request={request} next={returnPath(orderId)} asksPayout={asksPayout} />
      {asksPayout && request.refund?.inCash && request.refund.state === "pending" && (
        <Link className="btn btn-primary btn-medium" to={payoutPath(orderId)}>
          Get your refund
        </Link>
      )}
      {trackingLink && (
        <a className="link" href={trackingLink} rel="noreferrer">
          Track the parcel <Icon of={ExternalLink} className="icon icon-small" />
        </a>
      )}
    </li>
  );
}

function photoPath(orderId: string, key: string): string {
  return href("/orders/:id/return-photos/:file", { id: orderId, file: `${key}.webp` });
}
