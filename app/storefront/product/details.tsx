import { ChevronDown } from "lucide";
import type { ProductPage } from "../../../shop/catalogue/product.ts";
import { Icon } from "../../ui/icon.tsx";

export default function Details({ product }: { product: ProductPage }) {
  return (
    <section className="product-details" aria-label="Details">
      <details className="facet" open>
        <summary>
          Details
          <Icon of={ChevronDown} />
        </summary>
        <div className="facet-body">
          <p className="description">{product.description}</p>
          <dl className="spec">
            {product.details.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </details>
    </section>
  );
}
