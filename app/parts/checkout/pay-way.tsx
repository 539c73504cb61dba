import type { ReactNode } from "react";

/** Which apps open on the payment page (Cashfree's). */
export function UpiApps() {
  return <p className="hint">UPI works with Google Pay, PhonePe, Paytm, BHIM and other apps.</p>;
}

/** One way of paying, of a radio group. `first`: the value that is chosen at the beginning. */
export function PayWay({
  value,
  first,
  title,
  children,
}: {
  value: string;
  first: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <label className="pay-way">
      <input type="radio" name="method" value={value} defaultChecked={first === value} />
      <span>
        <b>{title}</b>
        <span>{children}</span>
      </span>
    </label>
  );
}
