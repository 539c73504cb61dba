import { href, Link } from "react-router";
import { plural } from "../../shop/money.ts";
import { PolicyPage } from "../parts/content/policy-page.tsx";
import { useShop } from "../parts/shop-context.ts";
import { DefinitionList } from "../ui/facts.tsx";

export default function RefundPolicy() {
  const { policy } = useShop().shop;
  const [soonest, latest] = policy.refundBusinessDays;
  return (
    <PolicyPage
      title="Refund Policy"
      description={`Return or exchange within ${plural(policy.returnDays, "day")} of delivery; refunds in ${soonest}-${latest} business days.`}
      lead={`${plural(policy.returnDays, "day")} to return or exchange, ${soonest}-${latest} business days for your refund, and we pay for the return.`}
      path={href("/refund-policy")}
      updated="2026-11-22"
      sections={[
        {
          id: "in-short",
          title: "In short",
          body: (
            <DefinitionList
              facts={[
                { label: "Cancel", value: "Any time until the order ships" },
                {
                  label: "Return or exchange",
                  value: `Within ${plural(policy.returnDays, "day")} of delivery`,
                },
                {
                  label: "Damaged, missing or wrong",
                  value: `Tell us within ${plural(policy.damageReportHours, "hour")} of delivery`,
                },
                {
                  label: "Refund",
                  value: `${soonest}-${latest} business days after the return has reached us`,
                },
                { label: "Cost", value: "Free" },
              ]}
            />
          ),
        },
        {
          id: "cancel",
          title: "Cancelling",
          body: (
            <p>
              You can cancel an order from <Link to={href("/orders")}>My Orders</Link> until it ships. We
              refund in full what you paid. Once it has shipped, please accept the parcel and return it.
            </p>
          ),
        },
        {
          id: "return",
          title: "Returning or exchanging",
          body: (
            <>
              <p>
                Within {plural(policy.returnDays, "day")} of delivery you can return any item for a refund, or
                exchange it for another size as long as that size is in stock. It must be unworn and unwashed,
                with its tags.
              </p>
              <ol>
                <li>
                  Open <Link to={href("/orders")}>My Orders</Link> and press Return/Exchange on the delivered
                  order.
                </li>
                <li>Choose the item, the reason, and a refund or another size. A photo helps.</li>
                <li>Pack it with its tags. We will tell you when it will be picked up, free of charge.</li>
              </ol>
            </>
          ),
        },
        {
          id: "damaged",
          title: "Damaged, missing or wrong",
          body: (
            <p>
              Tell us within {plural(policy.damageReportHours, "hour")} of delivery, with a photo of the
              parcel and the product. We collect it and send a replacement, or refund you in full if there is
              none. A fault that shows only later is covered by the law; write to us.
            </p>
          ),
        },
        {
          id: "refund",
          title: "Your money",
          body: (
            <>
              <p>
                We check what comes back and start the refund immediately. It reaches you {soonest}-{latest}{" "}
                business days after the item reaches us.
              </p>
              <ul>
                <li>Paid online: back to the card, account or UPI ID it came from.</li>
                <li>Paid in cash: to a bank account or UPI ID that you name.</li>
                <li>Part of an order: the price you paid for that item, less its share of any discount.</li>
              </ul>
            </>
          ),
        },
        {
          id: "not-returnable",
          title: "What we cannot take back",
          body: (
            <p>
              Items that have been worn, washed or altered, that have lost their tags, and, for hygiene
              reasons, socks and earrings whose seal has been opened; unless they arrived damaged or are not
              what you ordered.
            </p>
          ),
        },
        {
          id: "help",
          title: "Not happy?",
          body: (
            <p>
              <Link to={href("/contact")}>Write to us</Link> with the order number. If that does not resolve
              it, the grievance officer replies within 48 hours and decides within one month.
            </p>
          ),
        },
      ]}
    />
  );
}
