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
        <div className="pb-3">
          <p className="max-w-read mb-4 whitespace-pre-line">{product.description}</p>
          <dl className="spec text-small">
            {product.details.map(({ label, value }) => (
              <div key={label}>
                <dt className="muted">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </details>
    </section>
  );
}
