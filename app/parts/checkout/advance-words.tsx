import type { Paise } from "../../../shop/money.ts";
import { advanceInWords } from "../../../shop/orders/amount-due.ts";

/** What cash on delivery asks for now and on delivery, with the field that says that it was shown. In paise. */
export function AdvanceWords({ advance, onDelivery }: { advance: Paise; onDelivery: Paise }) {
  return (
    <>
      <b className="font-medium text-ink">{advanceInWords(advance, onDelivery)}</b>
      <input type="hidden" name="advance" value={advance} />
    </>
  );
}
