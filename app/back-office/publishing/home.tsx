import { cachedCollections } from "../../../shop/catalogue/collections.server.ts";
import { collectionsOf, homeKey, homeKind, homeKinds } from "../../../shop/publishing/home.server.ts";
import { published } from "../../../shop/publishing/published.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { servicesContext } from "../../services-context.ts";
import { Notice } from "../../ui/notice.tsx";
import { addressChoices } from "../parts/pickers/address-choices.server.ts";
import type { Route } from "./+types/home";
import { homeEditor } from "./editors.server.ts";
import { ItemsEditor } from "./items-editor.tsx";
import { PublishScreen } from "./publish-screen.tsx";
import { answerItems, publicationScreen } from "./publishing.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [screen, addresses, all, seen] = await Promise.all([
    publicationScreen(context, homeEditor, homeKey),
    addressChoices(context),
    cachedCollections(services),
    published(services, homeKind, homeKey),
  ]);
  const known = new Set(all.map(({ slug }) => slug));
  const gone = (seen.content?.items ?? []).flatMap(collectionsOf).filter((slug) => !known.has(slug));
  const collections = all.map(({ slug, name }) => ({ value: slug, label: name }));
  return { ...screen, kinds: homeKinds, addresses, collections, gone };
}

export async function action({ request, context }: Route.ActionArgs) {
  const asked = { request, context };
  return answerItems(asked, homeEditor, { kinds: homeKinds, key: homeKey, screen: "/admin/content/home" });
}

export default function EditHome({ loaderData, actionData }: Route.ComponentProps) {
  const { kinds, addresses, collections, gone, ...screen } = loaderData;
  return (
    <PublishScreen
      {...screen}
      defaultName="default"
      title="Home page"
      text="Its sections from top to bottom. A section that has nothing to show is left out."
      fields={[]}
      encType="multipart/form-data"
      back={{ to: "/admin/content", label: "Content" }}
      answer={useLastAnswer(actionData)}
      above={
        gone.length > 0 && (
          <Notice
            tone="warn"
            title="A collection is no longer here"
            text={`Sections that show it are left out, or changed their address: ${gone.join(", ")}. Choose another one.`}
          />
        )
      }
      more={(shown, theirs, touch) => (
        <ItemsEditor
          label="Sections"
          named="title"
          folded
          kinds={kinds}
          addresses={addresses}
          collections={collections}
          shown={shown}
          theirs={theirs}
          touch={touch}
        />
      )}
    />
  );
}
