import type { ReactNode } from "react";

/** The payment apps that Cashfree's payment page opens. */
export function UpiApps() {
  return <p className="hint">UPI works with Google Pay, PhonePe, Paytm, BHIM and other apps.</p>;
}

/** One payment method of a radio group. `first`: the initially selected value. */
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
    <label className="pay-way check items-start">
      <input type="radio" name="method" value={value} defaultChecked={first === value} />
      <span>
        <b className="block font-medium">{title}</b>
        <span className="hint">{children}</span>
      </span>
    </label>
  );
}
