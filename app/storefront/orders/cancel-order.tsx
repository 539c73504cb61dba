import { href } from "react-router";
import { shortId } from "../../../shop/orders/orders.ts";
import { useShopForm } from "../../parts/use-shop-form.ts";
import { TextArea } from "../../ui/forms/field.tsx";
import { closeSheet, Sheet, SheetButton } from "../../ui/sheet.tsx";

/**
 * Asks for confirmation and an optional reason, because a customer cannot undo it. `paid`: whether it has been paid.
 */
export function CancelOrder({ id, paid }: { id: string; paid: boolean }) {
  const { busy, form } = useShopForm(href("/orders"), { once: "shown" });
  const sheet = `cancel-${id}`;
  return (
    <>
      <SheetButton sheet={sheet} className="btn btn-danger btn-medium" label={`Cancel order ${shortId(id)}`}>
        Cancel order
      </SheetButton>
      <Sheet id={sheet} title={`Cancel order ${shortId(id)}?`}>
        <p className="py-5">
          {paid
            ? "Nothing will be sent, and we will refund what you have paid."
            : "Nothing will be sent, and you do not have to pay anything."}
        </p>
        <form
          {...form}
          className="stack"
          onSubmit={(event) => {
            closeSheet(sheet);
            form.onSubmit(event);
          }}
        >
          <input type="hidden" name="intent" value="cancel" />
          <input type="hidden" name="order" value={id} />
          <TextArea label="What made you change your mind?" name="reason" rows={3} maxLength={200} optional />
          <button type="submit" className="btn btn-danger btn-full mb-6" aria-busy={busy}>
            Cancel this order
          </button>
        </form>
      </Sheet>
    </>
  );
}
