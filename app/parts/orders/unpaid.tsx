import { href } from "react-router";

const action = href("/orders");

/**
 * What can be done about an online order that is not paid. Plain forms: the payment page is another document, often
 * of another site.
 */
export function Unpaid({
  order: { id, paymentStatus },
  next,
}: {
  order: { id: string; paymentStatus: string };
  /** Where it goes on after the change to cash on delivery. */
  next: string;
}) {
  return (
    <>
      <form method="post" action={action}>
        <input type="hidden" name="intent" value="pay" />
        <input type="hidden" name="order" value={id} />
        <input type="hidden" name="next" value={next} />
        <button type="submit" className="btn btn-primary btn-medium">
          {paymentStatus === "failed" ? "Try payment again" : "Pay now"}
        </button>
      </form>
      <form method="post" action={action}>
        <input type="hidden" name="intent" value="cod" />
        <input type="hidden" name="order" value={id} />
        <input type="hidden" name="next" value={next} />
        <button type="submit" className="btn btn-secondary btn-medium">
          Switch to cash on delivery
        </button>
      </form>
    </>
  );
}
