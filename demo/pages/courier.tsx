import {
  type ActionFunctionArgs,
  data,
  Form,
  href,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from "react-router";
import { formFields } from "../../app/http/forms/form.server.ts";
import { servicesContext } from "../../app/services-context.ts";
import { Select } from "../../app/ui/forms/field.tsx";
import { rupeesExact } from "../../shop/money.ts";
import { receiveParcelWebhook } from "../../shop/order-management/courier-tracking.server.ts";
import { type CourierMove, courierDesk, courierFaults, courierMoves } from "../courier.server.ts";

const faultWords = {
  "lose-call": "Lose the next call",
  "lose-answer": "Do the next call, lose its answer",
  refuse: "Refuse the next call",
  "carry-out-late": "Carry out the next call five minutes late",
};
/** How often the shop is told of a move. */
const tellings = [
  { value: "once", label: "Tell the shop" },
  { value: "twice", label: "Tell it twice" },
  { value: "late", label: "Tell it a day late" },
  { value: "never", label: "Say nothing; it asks every 30 minutes" },
];

/** The courier of the demo: its parcels, and what happens to them. Not available in live mode. */
export async function loader({ context }: LoaderFunctionArgs) {
  const shipments = await deskOf(context).list();
  const moves = Object.entries(courierMoves).map(([value, { words }]) => ({ value, label: words }));
  return { shipments, moves, faults: courierFaults };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const desk = deskOf(context);
  const fields = await formFields({ request, context });
  const fault = courierFaults.find((known) => known === fields.get("fault"));
  if (fault) await desk.fail(fault);
  const [awb = "", tell] = [fields.get("awb"), fields.get("tell")];
  const move = (Object.keys(courierMoves) as CourierMove[]).find((known) => known === fields.get("move"));
  const webhook = move ? await desk.move(awb, move, tell === "late") : null;
  const times = tell === "never" ? 0 : tell === "twice" ? 2 : 1;
  const body = webhook && Buffer.from(await webhook.arrayBuffer());
  for (let time = 0; webhook && body && time < times; time++)
    await receiveParcelWebhook(context.get(servicesContext), webhook.headers, body);
  return redirect(href("/dev/courier"), { status: 303 });
}

function deskOf(context: LoaderFunctionArgs["context"]) {
  const { couriers, db, clock } = context.get(servicesContext);
  if (!couriers.courier("local")) throw data(null, { status: 404 });
  return courierDesk({ db, clock });
}

export default function DevCourier() {
  const { shipments, moves, faults } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="wrap words-page pb-12">
      <title>Courier · Stand-in of the demo shop</title>
      <meta name="robots" content="noindex" />
      <header className="words-head">
        <h1>Demo courier</h1>
        <p className="muted">
          Nothing leaves this machine: this page decides what happens to the parcels that the shop has booked,
          the newest 50. It does not deliver to PIN codes that begin with 79, and takes no cash at those with
          78.{" "}
          <Link className="link" to={href("/")}>
            Back to the shop
          </Link>
        </p>
      </header>
      <Form method="post" className="flex flex-wrap gap-2 mb-6">
        {faults.map((fault) => (
          <button key={fault} type="submit" name="fault" value={fault} className="btn btn-secondary">
            {faultWords[fault]}
          </button>
        ))}
      </Form>
      {shipments.length === 0 && (
        <p>No parcels yet. Book one in the back office, on the page of an order or of its return.</p>
      )}
      <ol className="grid gap-5">
        {shipments.map(({ awb, reference, direction, name, pin, collect, cancelled, pickupOn, events }) => (
          <li key={awb} className="p-4 bg-sunk grid gap-3">
            <p className="wrap-anywhere">
              <b>{awb}</b> {direction === "reverse" ? "to be picked up from" : "for"} {name}, {pin} ·{" "}
              {direction === "reverse"
                ? "Return"
                : collect > 0
                  ? `${rupeesExact(collect)} to collect`
                  : "Prepaid"}{" "}
              ·{" "}
              <span className="muted">
                {reference}
                {pickupOn && `, to be fetched on ${pickupOn}`}
                {cancelled && ", cancelled by the shop"}
              </span>
            </p>
            <p className="text-small muted">{events.map(({ words }) => words).join(" → ")}</p>
            <Form method="post" className="flex flex-wrap items-end gap-3" aria-label={`Parcel ${awb}`}>
              <input type="hidden" name="awb" value={awb} />
              <Select label="What happens" name="move" choices={moves} />
              <Select label="Then" name="tell" choices={tellings} />
              <button type="submit" className="btn btn-primary">
                Let it happen
              </button>
            </Form>
          </li>
        ))}
      </ol>
    </main>
  );
}
