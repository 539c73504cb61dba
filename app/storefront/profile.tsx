import { LogOut } from "lucide";
import { Suspense } from "react";
import { Form, href } from "react-router";
import { unreadCount } from "../../shop/accounts/customer/notifications.server.ts";
import { contactOf } from "../../shop/accounts/users/users.ts";
import { orderCount } from "../../shop/orders/read-orders.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { userOf, viewerOf } from "../http/guards.server.ts";
import { AnswerMessage } from "../parts/answer-message.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { useShop } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { Route } from "./+types/profile";
import { handleProfileForm, type ProfileAnswer } from "./profile/answer.server.ts";
import { type TabData, tabData } from "./profile/tab-data.server.ts";
import { readTab, type TabName, tabAddress, tabNames } from "./profile/tabs.ts";

/** Lazy: a page shows one tab. */
const DetailsForm = lazyPart(() => import("./profile/details-form.tsx"));
const AddressForm = lazyPart(() => import("./profile/addresses/address-form.tsx"));
const AddressBook = lazyPart(() => import("./profile/addresses/address-book.tsx"));
const Notifications = lazyPart(() => import("./profile/notifications.tsx"));
const OrdersTab = lazyPart(() => import("./profile/orders-tab.tsx"));
const Security = lazyPart(() => import("./profile/security.tsx"));
const WishlistTab = lazyPart(() => import("./profile/wishlist-tab.tsx"));

const path = href("/profile");

export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams;
  const viewer = viewerOf(context);
  if (viewer.kind === "guest") return { person: null, goodbye: asked.has("goodbye") };
  const services = context.get(servicesContext);
  const [shown, unread, orders] = await Promise.all([
    tabData(services, viewer, readTab(asked.get("tab")), request),
    unreadCount(services, viewer.id),
    orderCount(services, viewer.id),
  ]);
  return {
    person: {
      name: viewer.name,
      email: viewer.email,
      contact: contactOf(viewer),
    },
    shown,
    unread,
    orders,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = userOf(context);
  return handleProfileForm(
    context.get(servicesContext),
    viewer,
    request,
    await formFields({ request, context }),
  );
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const answer: ProfileAnswer | undefined = useLastAnswer(actionData);
  if (loaderData.person === null) return <SignedOut goodbye={loaderData.goodbye} />;
  const { person, shown, unread, orders } = loaderData;
  return (
    <div className="wrap pb-section">
      <PageHead title="Your profile" description="Your details, orders and addresses." path={path} />
      <header className="flex flex-wrap items-end justify-between gap-4 py-5">
        <div className="min-w-0 wrap-anywhere">
          <h1>{person.name || "Your profile"}</h1>
          <p className="hint">{person.contact}</p>
        </div>
        <Form method="post" action={href("/auth/sign-out")}>
          <button className="btn btn-secondary btn-medium" type="submit">
            <Icon of={LogOut} className="icon icon-small" />
            Logout
          </button>
        </Form>
      </header>
      <ProfileTabs selected={shown.tab} counted={{ orders, notifications: unread }} />
      <AnswerMessage answer={answer} />
      <div id="profile-panel" role="tabpanel" aria-label={tabNames[shown.tab]}>
        <Suspense>
          <Panel shown={shown} person={person} answer={answer} />
        </Suspense>
      </div>
    </div>
  );
}

function SignedOut({ goodbye }: { goodbye: boolean }) {
  return (
    <>
      <PageHead title="Your profile" description="Your details, orders and addresses." path={path} />
      {goodbye ? (
        <EmptyState
          level={1}
          title="Your account is deleted"
          text="Thank you for shopping with us. Goodbye!"
          link={{ to: href("/"), label: "Home" }}
        />
      ) : (
        <EmptyState
          level={1}
          title="Please log in to view your profile"
          text="Your details, orders and addresses are kept there."
          link={{ to: `${href("/auth")}?${new URLSearchParams({ next: path })}`, label: "Login" }}
        />
      )}
    </>
  );
}

function ProfileTabs({
  selected,
  counted,
}: {
  selected: TabName;
  counted: Partial<Record<TabName, number>>;
}) {
  const { counts } = useShop();
  const count: Partial<Record<TabName, number>> = { wishlist: counts.wishlist, ...counted };
  const names = Object.keys(tabNames).map(readTab);
  return (
    <Tabs
      label="Profile"
      panel="profile-panel"
      tabs={names.map((name) => ({
        to: tabAddress(name),
        label: tabNames[name],
        selected: name === selected,
        ...(count[name] && { count: count[name] }),
      }))}
    />
  );
}

function Panel({
  shown,
  person,
  answer,
}: {
  shown: TabData;
  person: { name: string; email: string | null };
  answer: ProfileAnswer | undefined;
}) {
  switch (shown.tab) {
    case "profile":
      return <DetailsForm name={person.name} phone={shown.phone} answer={answer} />;
    case "addresses":
      return shown.form === null ? (
        <AddressBook addresses={shown.addresses} />
      ) : (
        <AddressForm
          key={shown.form === "new" ? "new" : shown.form.id}
          address={shown.form === "new" ? null : shown.form}
          name={person.name}
          first={shown.addresses.length === 0}
          answer={answer}
        />
      );
    case "notifications":
      return <Notifications data={shown} />;
    case "security":
      return <Security data={shown} email={person.email} answer={answer} />;
    case "orders":
      return <OrdersTab orders={shown.orders} />;
    case "wishlist":
      return <WishlistTab items={shown.items} />;
  }
}
