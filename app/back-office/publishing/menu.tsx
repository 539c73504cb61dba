import { Link } from "react-router";
import { menuKinds } from "../../../shop/publishing/menus.server.ts";
import { menuKey, menus } from "../../../shop/publishing/menus.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { addressChoices } from "../parts/pickers/address-choices.server.ts";
import type { Route } from "./+types/menu";
import { menuEditor } from "./editors.server.ts";
import { ItemsEditor } from "./items-editor.tsx";
import { PublishScreen } from "./publish-screen.tsx";
import { answerPublishing, publicationScreen, publishingForm } from "./publishing.server.ts";

function keyOf(asked: string) {
  const key = menuKey(asked);
  if (!key) throw new Response("No such menu", { status: 404 });
  return key;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const key = keyOf(params.key);
  const [screen, addresses] = await Promise.all([
    publicationScreen(context, menuEditor(key), key),
    addressChoices(context),
  ]);
  return { ...screen, key, kinds: menuKinds(key), addresses };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const sent = await publishingForm({ request, context });
  const key = keyOf(params.key);
  return answerPublishing(context, menuEditor(key), { sent, key, screen: `/admin/content/menus/${key}` });
}

const texts = {
  header:
    "Below the search field on wide screens, and first in the menu of phones. A link without an address is a title for those below it.",
  footer:
    "Columns: a link without an address is the title of those below it. The founders are in the settings; during the checkout the footer is a short one.",
  phone: "Last in the menu of phones, below the account.",
} as const;
const addressHint =
  "An address is chosen from the list, or written: /shop, https://…, mailto:…, tel:…. A link whose page is gone is left out.";

export default function EditMenu({ loaderData, actionData }: Route.ComponentProps) {
  const { key, kinds, addresses, ...screen } = loaderData;
  const others = Object.entries(menus).filter(([other]) => other !== key);
  return (
    <PublishScreen
      {...screen}
      defaultName="default"
      title={`Menu: ${menus[key].name}`}
      text={`${texts[key]} ${addressHint}`}
      fields={[]}
      back={{ to: "/admin/content", label: "Content" }}
      answer={useLastAnswer(actionData)}
      above={
        <ul className="chips mb-4" aria-label="Other menus">
          {others.map(([other, { name }]) => (
            <li key={other}>
              <Link className="chip" to={`/admin/content/menus/${other}`}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      }
      more={(shown, theirs, touch) => (
        <ItemsEditor
          label="Items"
          named="label"
          collections={[]}
          kinds={kinds}
          addresses={addresses}
          shown={shown}
          theirs={theirs}
          touch={touch}
        />
      )}
    />
  );
}
