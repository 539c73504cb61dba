import { href, Link } from "react-router";
import { plural, rupees } from "../../shop/money.ts";
import { PolicyPage } from "../parts/content/policy-page.tsx";
import { SellerFacts } from "../parts/content/seller-facts.tsx";
import { useShop } from "../parts/shop-context.ts";

export default function Terms() {
  const { name, policy, legal } = useShop().shop;
  const fee =
    policy.deliveryFee === 0 ? "Delivery is free" : `Delivery costs ${rupees(policy.deliveryFee)} an order`;
  const [soonest, latest] = policy.deliveryBusinessDays;
  return (
    <PolicyPage
      title="Terms & Conditions"
      description={`What you and ${name} can expect of each other: orders, prices, delivery, returns and complaints.`}
      lead="Plain words, one page: what we can expect of each other."
      path={href("/terms-and-conditions")}
      updated="2026-11-22"
      sections={[
        {
          id: "who-we-are",
          title: "Who we are",
          body: (
            <>
              <p>
                {name} is an online shop for clothing, accessories and footwear
                {legal.legalName !== name && `, run by ${legal.legalName}`}. When you order here, you buy from
                us, and these terms apply.
              </p>
              <SellerFacts />
            </>
          ),
        },
        {
          id: "orders",
          title: "Your order",
          body: (
            <>
              <p>
                By placing an order you offer to buy what is in it. The sale is concluded when we confirm the
                order. If we cannot send a product after all, we will tell you and refund everything you paid
                for it.
              </p>
              <p>
                You can cancel until the order ships, without giving a reason. After that you can{" "}
                <Link to={href("/refund-policy")}>return it</Link>.
              </p>
            </>
          ),
        },
        {
          id: "prices",
          title: "Prices and payment",
          body: (
            <>
              <p>
                Prices are in rupees and include all taxes. A struck-through price is the MRP or the price
                before an offer. The total that you see before you press Place Order is the total you pay.
              </p>
              <p>
                {policy.cod && "You can pay in cash when the parcel arrives. "}
                Where the checkout offers online payment, a payment provider processes it and we never see
                your card details. Orders can also be confirmed by WhatsApp.
              </p>
            </>
          ),
        },
        {
          id: "delivery",
          title: "Delivery",
          body: (
            <p>
              {fee} everywhere in India and takes {soonest}-{latest} business days, Monday to Saturday. If we
              are late, you may cancel and get your money back. Please check the parcel, and tell us within{" "}
              {plural(policy.damageReportHours, "hour")} if it is damaged or not what you ordered.
            </p>
          ),
        },
        {
          id: "returns",
          title: "Returns",
          body: (
            <p>
              {plural(policy.returnDays, "day")} from delivery, as the{" "}
              <Link to={href("/refund-policy")}>refund policy</Link> says. Nothing in these terms takes away
              rights that the law gives you.
            </p>
          ),
        },
        {
          id: "account",
          title: "Your account",
          body: (
            <>
              <p>
                Keep your password to yourself and your address up to date. If you are under 18, order with a
                parent or guardian.
              </p>
              <p>
                We may close an account that is used to defraud us or others, after telling its owner why.
                Orders already paid for will be delivered or refunded.
              </p>
            </>
          ),
        },
        {
          id: "reviews",
          title: "Reviews",
          body: (
            <p>
              Anyone who has received a product may review it. We show good and bad reviews alike and remove
              only what is insulting, unlawful or not about the product. We neither buy reviews nor write our
              own.
            </p>
          ),
        },
        {
          id: "our-duty",
          title: "What we are responsible for",
          body: (
            <p>
              We are responsible for products that are faulty or not as described, and for damage that we
              cause through negligence. We are not responsible for events beyond anyone's control, such as
              floods or strikes, as long as we inform you and do what we can.
            </p>
          ),
        },
        {
          id: "complaints",
          title: "Complaints",
          body: (
            <p>
              Write to the grievance officer named above or use the{" "}
              <Link to={href("/contact")}>contact form</Link>. You get a ticket number and an answer within 48
              hours, and a decision within one month. You may also contact the National Consumer Helpline
              (1915) or a consumer commission where you live. Indian law applies.
            </p>
          ),
        },
        {
          id: "changes",
          title: "Changes",
          body: (
            <p>
              When these terms change, the date at the top changes too. An order is governed by the terms in
              force on the day you placed it.
            </p>
          ),
        },
      ]}
    />
  );
}
