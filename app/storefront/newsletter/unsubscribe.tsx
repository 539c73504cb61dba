import { data, Form, href, Link } from "react-router";
import { notificationRules } from "../../../shop/notifications/kinds.ts";
import { unsubscribe, unsubscribeLink } from "../../../shop/notifications/unsubscribe.server.ts";
import { deleteStockNotices } from "../../../shop/stock-notices/personal-data.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { addHeadMetadata } from "../../http/seo/head-metadata.server.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { Route } from "./+types/unsubscribe";

/** The link of an email that can be turned off. Mail scanners open links, so opening it changes nothing. */
export async function loader({ params, context }: Route.LoaderArgs) {
  addHeadMetadata(context, { noIndex: true });
  const link = await unsubscribeLink(context.get(servicesContext), params.id);
  const label = link && notificationRules[link.kind].label;
  return data({ label }, { status: label === null ? 404 : 200 });
}

/** The page's button, and a mail program's "unsubscribe" (RFC 8058). It needs no sign-in. */
export async function action({ params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const link = await unsubscribe(services, params.id);
  if (!link) return data({ done: false }, { status: 404 });
  if (link.kind === "back-in-stock") await deleteStockNotices(services, link);
  return data({ done: true });
}

export default function Unsubscribe({ loaderData: { label }, actionData, params }: Route.ComponentProps) {
  const last = useLastAnswer(actionData);
  const path = href("/unsubscribe/:id", params);
  return (
    <div className="wrap words-page">
      <PageHead title="Stop emails" description="Stop one kind of email." path={path} />
      {label === null ? (
        <EmptyState
          level={1}
          tone="wrong"
          title="This link does not work"
          text="It works for 30 days, and part of the address may be missing. You can choose in your profile what we send you."
        >
          <Choices />
        </EmptyState>
      ) : last?.done ? (
        <EmptyState
          level={1}
          title="We will not send these emails any more"
          text={`${label}: turned off. You can turn them on again in your profile.`}
        >
          <Choices />
        </EmptyState>
      ) : (
        <EmptyState
          level={1}
          title="Stop these emails?"
          text={`${label}: press the button and we will not email you about it any more.`}
        >
          <Form method="post" action={path}>
            <button className="btn btn-primary" type="submit">
              Stop these emails
            </button>
          </Form>
        </EmptyState>
      )}
    </div>
  );
}

function Choices() {
  return (
    <Link className="btn btn-primary" to={`${href("/profile")}?tab=notifications`}>
      Choose in your profile
    </Link>
  );
}
