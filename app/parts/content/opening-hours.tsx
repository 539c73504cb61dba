import { hoursByDays } from "../../../shop/settings/opening-hours.ts";
import { DefinitionList } from "../../ui/facts.tsx";
import { useShop } from "../shop-context.ts";

/** The week as a table, and whether the shop is open now. */
export function OpeningHours({ open }: { open?: boolean }) {
  const { shop } = useShop();
  return (
    <>
      {open !== undefined && (
        <p>
          <span className={open ? "badge ok" : "badge warn"}>{open ? "Open now" : "Closed now"}</span>
        </p>
      )}
      <DefinitionList
        facts={hoursByDays(shop.hours.week).map(({ days, hours }) => ({ label: days, value: hours }))}
      />
    </>
  );
}
