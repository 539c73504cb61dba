import { href, Link } from "react-router";
import { PolicyPage } from "../parts/content/policy-page.tsx";
import { SellerFacts } from "../parts/content/seller-facts.tsx";
import { useShop } from "../parts/shop-context.ts";

export default function PrivacyPolicy() {
  const { name, legal } = useShop().shop;
  return (
    <PolicyPage
      title="Privacy Policy"
      description={`Which personal data ${name} keeps, why, for how long, and how to see or delete it.`}
      lead="What we keep about you, why, for how long, and how to see it or have it deleted."
      path={href("/privacy-policy")}
      updated="2026-11-22"
      sections={[
        {
          id: "who",
          title: "Who is responsible",
          body: (
            <>
              <p>
                {legal.legalName} decides what happens to the data on this site (the Data Fiduciary under the
                Digital Personal Data Protection Act, 2023). This page is the notice that the Act asks for.
              </p>
              <SellerFacts />
            </>
          ),
        },
        {
          id: "what",
          title: "What we keep, and why",
          body: (
            <table className="purposes">
              <thead>
                <tr>
                  <th scope="col">When you</th>
                  <th scope="col">we keep</th>
                  <th scope="col">in order to</th>
                </tr>
              </thead>
              <tbody>
                <Row when="look around" what="nothing about you" why="show you the shop" />
                <Row
                  when="create an account"
                  what="name, email, a scrambled password; your phone and addresses if you add them"
                  why="let you in, fill in forms for you, show you your orders"
                />
                <Row when="use the cart or wishlist" what="what is in it" why="show it on all your devices" />
                <Row
                  when="order"
                  what="name, phone, email, delivery address, what you bought and how it was paid"
                  why="deliver, take back, refund, and keep the accounts that tax law asks for"
                />
                <Row
                  when="ask for the newsletter"
                  what="your email and when you confirmed it"
                  why="send it, until you unsubscribe with one click"
                />
                <Row
                  when="write to us"
                  what="name, email and message"
                  why="answer you, and show that complaints were answered in time"
                />
                <Row
                  when="write a review"
                  what="the review; shown as ‘Anonymous User’ unless you choose a name"
                  why="help others choose"
                />
              </tbody>
            </table>
          ),
        },
        {
          id: "consent",
          title: "Your consent",
          body: (
            <p>
              We ask before we keep anything that an order or account does not need, and only for the purpose
              we name. Withdrawing consent is as easy as giving it: one click in each newsletter, or one
              message to us. What was done before stays lawful.
            </p>
          ),
        },
        {
          id: "others",
          title: "Who else sees it",
          body: (
            <p>
              The courier gets your name, address and phone; the payment provider what a payment needs;
              WhatsApp what you send there yourself. We do not sell or rent data, we use no advertising
              network, and nothing on this site tracks you for others.
            </p>
          ),
        },
        {
          id: "how-long",
          title: "How long",
          body: (
            <ul>
              <li>Account, addresses, cart and wishlist: until you delete them.</li>
              <li>
                Orders and invoices: as long as tax law asks, eight years at most; then without your name.
              </li>
              <li>
                Newsletter address: until you unsubscribe. A request that is never confirmed is never used.
              </li>
              <li>Messages: three years.</li>
            </ul>
          ),
        },
        {
          id: "rights",
          title: "Your rights",
          body: (
            <p>
              You may get a copy of your data, have it corrected, completed or deleted, and nominate somebody
              to do so on your behalf after your death. <Link to={href("/contact")}>Write to us</Link> from
              the address of your account. We answer within 48 hours and finish within one month. When an
              account is deleted, invoices are kept without anything the law does not require. If you are not
              satisfied, complain to the grievance officer named above, and then to the Data Protection Board
              of India.
            </p>
          ),
        },
        {
          id: "children",
          title: "Under 18",
          body: (
            <p>
              The shop is for students, some of them under 18. They need a parent or guardian to create an
              account and place an order. We do not track, profile or advertise to them; nor to anybody else.
            </p>
          ),
        },
        {
          id: "safety",
          title: "How it is kept safe",
          body: (
            <p>
              Passwords are stored scrambled, connections are encrypted, and only staff who need to can see
              orders; what they change is recorded. If data is ever lost or seen by strangers, we tell you and
              the Data Protection Board without delay, with all details within 72 hours.
            </p>
          ),
        },
        {
          id: "cookies",
          title: "Cookies",
          body: (
            <p>
              One, and only once you sign in. See the <Link to={href("/cookie-policy")}>cookie policy</Link>.
            </p>
          ),
        },
      ]}
    />
  );
}

function Row({ when, what, why }: { when: string; what: string; why: string }) {
  return (
    <tr>
      <th scope="row">{when}</th>
      <td>{what}</td>
      <td>{why}</td>
    </tr>
  );
}
