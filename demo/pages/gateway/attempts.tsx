import { Form } from "react-router";
import { rupeesExact } from "../../../shop/money.ts";
import type { PayPage } from "../../gateway.server.ts";

/** The payment attempts; a pending one can be decided here, as the bank would. */
export function Attempts({ attempts }: { attempts: PayPage["attempts"] }) {
  if (attempts.length === 0) return null;
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts" className="h3">
        Attempts so far
      </h2>
      <ol className="stack">
        {attempts.map(({ id, status, amount, message }) => (
          <li key={id}>
            {id} · {status} · {rupeesExact(amount)} · {message}
            {status === "PENDING" ? (
              <Form method="post" reloadDocument>
                <input type="hidden" name="payment" value={id} />
                <button type="submit" name="decide" value="yes" className="btn btn-secondary">
                  The bank says yes
                </button>{" "}
                <button type="submit" name="decide" value="no" className="btn btn-secondary">
                  The bank says no
                </button>
              </Form>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
