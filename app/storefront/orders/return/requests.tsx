import { ExternalLink } from "lucide";
import { href } from "react-router";
import { shortDate } from "../../../../shop/dates.ts";
import { rupeesExact } from "../../../../shop/money.ts";
import { reasonLabels } from "../../../../shop/orders/remarks/return-reasons.ts";
import { type ReturnRequest, returnSummary } from "../../../../shop/returns/returns.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Notice } from "../../../ui/notice.tsx";

type StateLabels = { tone: "ok" | "warn" | "wrong"; title: string; text?: string | undefined };

/** Earlier requests of this order, newest first. `refundDays`: minimum and maximum business days. */
export function ReturnRequests({
  requests,
  refundDays,
}: {
  requests: ReturnRequest[];
  refundDays: [number, number];
}) {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="h3">
        Your requests
      </h2>
      <ul className="grid gap-6 mt-4 mb-8">
        {requests.map((request) => (
          <Request key={request.id} request={request} labels={stateLabels(request, refundDays)} />
        ))}
      </ul>
    </section>
  );
}

function Request({ request, labels }: { request: ReturnRequest; labels: StateLabels }) {
  const { orderId, kind, createdAt, lines, reason, details, photos, trackingLink } = request;
  return (
    <li className="grid gap-1 pt-4 border-t">
      <h3 className="text-body">{kind === "return" ? "Return" : "Exchange"}</h3>
      <p className="hint">
        Asked for on <time dateTime={createdAt.toISOString()}>{shortDate(createdAt)}</time>
      </p>
      <p>{returnSummary(lines)}</p>
      <p className="text-small muted pre-line">
        {reasonLabels[reason]}
        {details && `: ${details}`}
      </p>
      {photos.length > 0 && (
        <ul className="photos flex flex-wrap gap-2 mt-1" aria-label="Your photos">
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
      <Notice {...labels} />
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

function stateLabels(request: ReturnRequest, [soonest, latest]: [number, number]): StateLabels {
  const { state, kind, answer, refund, courier, trackingNumber } = request;
  const message = answer ?? undefined;
  if (state === "requested")
    return { tone: "warn", title: "Under review", text: "We will write to you soon." };
  if (state === "rejected") return { tone: "wrong", title: "We cannot accept it", text: message };
  if (state === "approved") return { tone: "ok", title: "Approved: please send it back", text: message };
  if (kind === "exchange") {
    const by = [courier, trackingNumber].filter(Boolean).join(" ");
    return state === "closed"
      ? { tone: "ok", title: "Your exchange is on its way", text: by || undefined }
      : { tone: "ok", title: "It has arrived", text: "We will send your exchange next." };
  }
  if (!refund) return { tone: "ok", title: "It has arrived", text: "There was nothing to refund." };
  const sum = rupeesExact(refund.amount);
  if (refund.state === "succeeded") return { tone: "ok", title: `${sum} went back to you` };
  if (refund.state === "failed")
    return {
      tone: "warn",
      title: `The refund of ${sum} did not go through`,
      text: "We are looking into it.",
    };
  const days = `${soonest}-${latest} business days`;
  return refund.inCash
    ? {
        tone: "ok",
        title: `Refund of ${sum} on its way`,
        text: `You paid in cash: we pay it out in ${days}.`,
      }
    : { tone: "ok", title: `Refund of ${sum} on its way`, text: `It arrives in ${days}.` };
}
