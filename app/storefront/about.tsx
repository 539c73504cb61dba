import { href, Link } from "react-router";
import { plural } from "../../shop/money.ts";
import { SellerFacts } from "../parts/content/seller-facts.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { useShop } from "../parts/shop-context.ts";

export default function About() {
  const { name, description, policy, founders } = useShop().shop;
  return (
    <div className="wrap words-page">
      <PageHead title="About" description={description} path={href("/about")} />
      <header className="words-head">
        <h1>About {name}</h1>
        <p className="lead">{description}</p>
      </header>
      <div className="words">
        <h2>Why this shop exists</h2>
        <p>
          A good wardrobe does a lot with little: a working day, a festival, a wedding, a train home. We look
          for pieces that do more than one of these, say honestly what they are made of, and price them so
          that nobody has to wait for a sale.
        </p>
        <h2>What we promise</h2>
        <ul>
          <li>Figures that are true: every rating, count and “Only 3 left!” is counted.</li>
          <li>One price: what stands on the product is what you pay, taxes included.</li>
          <li>
            {plural(policy.returnDays, "day")} to return, from the day it arrives. The{" "}
            <Link to={href("/refund-policy")}>refund policy</Link> is one page long.
          </li>
          <li>
            No tracking and no banners. The <Link to={href("/cookie-policy")}>cookie policy</Link> says why.
          </li>
        </ul>
        {founders.length > 0 && (
          <>
            <h2>Founders</h2>
            <ul className="people grid grid-cols-2 gap-4">
              {founders.map((founder) => (
                <li key={founder.role}>
                  <b className="block font-medium">{founder.name}</b>
                  <small className="text-small muted">{founder.role}</small>
                </li>
              ))}
            </ul>
          </>
        )}
        <h2>The seller</h2>
        <SellerFacts />
        <p>
          <Link className="btn btn-primary" to={href("/shop")}>
            Shop Collection
          </Link>
        </p>
      </div>
    </div>
  );
}
