import { useState } from "react";
import { Form, href } from "react-router";

/** The order id; the button is disabled while it is empty. Without scripts the field is `required`. */
export function TrackForm({ asked }: { asked: string }) {
  const [id, setId] = useState(asked);
  return (
    <Form className="track-form" method="get" action={href("/track/:id?", {})}>
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
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby="order-id-hint"
        />
        <p className="hint" id="order-id-hint">
          You will find it in the email we sent when you ordered.
        </p>
      </div>
      <button className="btn btn-primary" type="submit" disabled={id.trim() === ""}>
        Track Order
      </button>
    </Form>
  );
}
