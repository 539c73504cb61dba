import { Link } from "react-router";
import { policyNames } from "../../../shop/publishing/kinds.server.ts";
import { publications, stateInWords } from "../../../shop/publishing/publishing.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { policyKindFor } from "../../parts/content/policy/policies.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/policies";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const found = await publications(services, policyKindFor((await shopSettings(services)).policy));
  const rows = Object.entries(policyNames).map(([key, name]) => {
    const one = found.get(key);
    return { key, name, state: one ? stateInWords(one) : defaultState };
  });
  return { rows };
}

const defaultState = "The default text";

export default function Policies({ loaderData: { rows } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead
        title="Policies"
        text="What the shop promises, and its pages About and FAQ. Read them before you open, and change what is different with you."
        back={{ to: "/admin/content", label: "Content" }}
      />
      <Panel title="Texts">
        <ul className="rows">
          {rows.map(({ key, name, state }) => (
            <li key={key}>
              <Link className="link" to={`/admin/content/policies/${key}`}>
                {name}
              </Link>
              <span className="muted">{state}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
