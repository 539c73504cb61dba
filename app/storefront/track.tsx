import { useState } from "react";
import { data, Form, href } from "react-router";
import { messages } from "../parts/messages.ts";
import { PageHead } from "../parts/page-head.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Route } from "./+types/track";

/** No order exists before ordering does, so every id is unknown. */
export function loader({ request, params }: Route.LoaderArgs) {
  const asked = (params.id ?? new URL(request.url).searchParams.get("order") ?? "").trim().slice(0, 100);
  return data({ asked }, { status: asked ? 404 : 200 });
}

export default function Track({ loaderData: { asked } }: Route.ComponentProps) {
  return (
    <div className="narrow">
      <PageHead title="Track Order" description="See where your order is." path={href("/track/:id?")} />
      <h1>Track Order</h1>
      <p className="lead">The order id is in the mail that we sent you when you ordered.</p>
      <TrackForm key={asked} asked={asked} />
      {asked && (
        <EmptyState
          tone="wrong"
          title={messages.orderNotFound.title}
          text={messages.orderNotFound.text ?? ""}
        />
      )}
    </div>
  );
}

function TrackForm({ asked }: { asked: string }) {
  const [id, setId] = useState(asked);
  return (
    <Form className="stack" method="get" action={href("/track/:id?")}>
      <div className="field">
        <label htmlFor="order-id">Order ID</label>
        <input
          id="order-id"
          className="input"
          name="order"
          value={id}
          onChange={(event) => setId(event.target.value)}
          required
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <button className="btn btn-primary" type="submit" disabled={id.trim() === ""}>
        Track Order
      </button>
    </Form>
  );
}
