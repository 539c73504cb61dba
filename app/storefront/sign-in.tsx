import { href, Link } from "react-router";
import { shopOpening } from "../../shop/settings/opening.server.ts";
import { redirectWithToast } from "../http/forms/answer.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { mayOpen, viewerOf } from "../http/guards.server.ts";
import { sameSitePath } from "../http/same-site.ts";
import { redirectAcross } from "../http/session/after-sign-in.server.ts";
import { callerOf } from "../http/session/caller.server.ts";
import PhoneCode from "../parts/account/phone-code.tsx";
import { BrandLogo } from "../parts/brand-mark.tsx";
import * as accountMessages from "../parts/messages/account-messages.ts";
import { PageHead } from "../parts/page-head.tsx";
import { useShop } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { Notice } from "../ui/notice.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { ToastOnArrival } from "../ui/toast.tsx";
import type { Route } from "./+types/sign-in";
import { handleSignInForm } from "./sign-in/answer.server.ts";
import {
  CodeForms,
  GoogleForm,
  LoginForm,
  RecoverForm,
  SecondFactorForm,
  SignUpForm,
} from "./sign-in/forms.tsx";
import { phoneSignInOf } from "./sign-in/phone.server.ts";
import { PhoneSignIn } from "./sign-in/phone-sign-in.tsx";

const reasons = {
  cart: accountMessages.signInForCart,
  wishlist: accountMessages.signInForWishlist,
  buy: accountMessages.signInToBuy,
  "own-cart": accountMessages.signInForOwnCart,
  "own-wishlist": accountMessages.signInForOwnWishlist,
  admin: accountMessages.adminRequired,
};

const notes = {
  verify: accountMessages.accountCreated,
  recover: accountMessages.mailSent,
  code: accountMessages.mailSent,
  link: accountMessages.mailSent,
};

const headings = {
  login: "Log in",
  signup: "Create your account",
  recover: "Set a new password",
  code: "Log in by email",
  phone: "Enter the code",
  "second-factor": "One more step",
};
type Tab = keyof typeof headings;
const isTab = (name: string | null): name is Tab => name !== null && Object.hasOwn(headings, name);

/** Signed-in users are redirected (specification, section 2). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const next = sameSitePath(params.get("next"));
  const reason = pick(reasons, params.get("reason"));
  const viewer = viewerOf(context);
  if (viewer.kind === "customer") {
    const lacksRight = params.get("reason") === "admin" && !mayOpen(viewer, next ?? href("/admin"));
    throw lacksRight ? redirectWithToast(href("/"), "adminRequired") : redirectAcross(next ?? href("/"));
  }
  const tab = params.get("tab");
  const services = context.get(servicesContext);
  const https = callerOf(request, services.site).origin.startsWith("https:");
  return {
    phone: await phoneSignInOf(services, request, https),
    tab: isTab(tab) ? tab : ("login" as const),
    next,
    reason,
    sent: params.get("sent"),
    note: pick(notes, params.get("sent")),
    email: params.get("email")?.slice(0, 254) ?? "",
    google: services.identity.googleIsSetUp(),
    canSignUp: (await shopOpening(services)).isOpen,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleSignInForm(context.get(servicesContext), request, await formFields({ request, context }));
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, next, reason, sent, note, email, google, phone, canSignUp } = loaderData;
  const answer = useLastAnswer(actionData);
  const { shop } = useShop();
  const to = (name: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      ...(name !== "login" && { tab: name }),
      ...more,
      ...(next && { next }),
    });
    return query.size > 0 ? `${href("/auth")}?${query}` : href("/auth");
  };
  const atField = Object.keys(answer?.errors ?? {}).length > 0;
  const isRefused = tab === "signup" && !canSignUp;
  const wrong = (!atField && answer?.toast) || (isRefused ? accountMessages.signupClosed : reason);
  const form = { action: to(tab), answer, email };
  const withEmail = tab === "login" || (tab === "signup" && canSignUp);
  return (
    <div className="split">
      <PageHead
        title={tab === "signup" ? "Sign Up" : "Login"}
        description={`Log in to ${shop.name}, or create an account to keep a cart, a wishlist and your orders.`}
        path={href("/auth")}
      />
      <div className="cloth" aria-hidden="true">
        <p>
          <BrandLogo name={shop.name} brand={shop.brand} onHem />
          {shop.tagline}
        </p>
        <div className="block-border" />
      </div>
      <div className="narrow">
        <h1>{headings[tab]}</h1>
        <Tabs
          label="Login or Sign Up"
          panel="auth-panel"
          tabs={[
            { to: to("login"), label: "Login", selected: tab !== "signup" },
            { to: to("signup"), label: "Sign Up", selected: tab === "signup" },
          ]}
        />
        <ToastOnArrival toast={answer?.toast ?? null} />
        <div id="auth-panel" role="tabpanel" aria-label={tab === "signup" ? "Sign Up" : "Login"}>
          {note && !wrong && <Notice tone="ok" title={note.title} text={note.text} />}
          {wrong && <Notice tone="wrong" title={wrong.title} text={wrong.text} />}
          {phone && (withEmail || (tab === "phone" && !phone.sent)) && (
            <>
              <PhoneSignIn
                action={to(tab)}
                answer={answer}
                phone={phone.sent?.shown ?? ""}
                channels={phone.channels}
              />
              {withEmail && google && <p className="or flex items-center gap-3 my-5 text-small muted">or</p>}
            </>
          )}
          {tab === "phone" && phone?.sent && (
            <PhoneCode
              {...form}
              {...phone}
              sent={phone.sent}
              intents={{ ask: "ask-phone-code", enter: "enter-phone-code" }}
              label="Login"
            >
              <Link className="link" to={to("login")}>
                Change the number
              </Link>
            </PhoneCode>
          )}
          {withEmail && google && <GoogleForm action={to(tab)} />}
          {withEmail && (google || phone) && (
            <p className="or flex items-center gap-3 my-5 text-small muted">or with email</p>
          )}
          {tab === "login" && <LoginForm key={tab} {...form} to={to} />}
          {tab === "signup" && canSignUp && <SignUpForm key={tab} {...form} />}
          {tab === "recover" && <RecoverForm {...form} />}
          {tab === "code" && (
            <CodeForms {...form} action={to(tab, sent === "code" ? { sent, email } : {})} sent={sent} />
          )}
          {tab === "second-factor" && <SecondFactorForm {...form} />}
        </div>
      </div>
    </div>
  );
}

function pick<Value>(from: Record<string, Value>, name: string | null): Value | null {
  return name !== null && Object.hasOwn(from, name) ? (from[name] ?? null) : null;
}
