import { data, Form, href, Link } from "react-router";
import { messages } from "../parts/messages.ts";
import { PageHead } from "../parts/page-head.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { sameSitePath } from "../web/same-site.ts";
import type { Route } from "./+types/sign-in";

const reasons: Record<string, { title: string; text?: string | undefined }> = {
  cart: messages.signInForCart,
  wishlist: messages.signInForWishlist,
  buy: messages.signInToBuy,
  admin: messages.adminRequired,
};

export function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  return {
    tab: params.get("tab") === "signup" ? ("signup" as const) : ("login" as const),
    next: sameSitePath(params.get("next")),
    reason: reasons[params.get("reason") ?? ""] ?? null,
  };
}

/** Checks what was typed; there are no accounts to sign in to yet, and the screen says so. */
export async function action({ request }: Route.ActionArgs) {
  const fields = await request.formData();
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  const signup = text("intent") === "signup";
  if (signup && text("password") !== text("confirm"))
    return data(
      { notice: messages.passwordsDiffer, email: text("email"), name: text("name") },
      { status: 422 },
    );
  const notice = signup ? messages.signupNotOpen : messages.loginNotOpen;
  return data({ notice, email: text("email"), name: text("name") }, { status: 503 });
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, next, reason } = loaderData;
  const address = (name: "login" | "signup") => {
    const query = new URLSearchParams({
      ...(name === "signup" ? { tab: name } : {}),
      ...(next ? { next } : {}),
    }).toString();
    return query ? `${href("/auth")}?${query}` : href("/auth");
  };
  const notice = actionData?.notice ?? reason;
  const signup = tab === "signup";
  return (
    <div className="split">
      <PageHead
        title={signup ? "Sign Up" : "Login"}
        description="Log in to Campus Style, or create an account to keep a cart, a wishlist and your orders."
        path={href("/auth")}
      />
      <div className="cloth" aria-hidden="true">
        <p>
          Campus Style
          <br />
          Redefined
        </p>
        <div className="block-border" />
      </div>
      <div className="narrow">
        <h1>{signup ? "Create your account" : "Welcome back"}</h1>
        <Tabs
          label="Login or Sign Up"
          panel="auth-panel"
          tabs={[
            { to: address("login"), label: "Login", selected: !signup },
            { to: address("signup"), label: "Sign Up", selected: signup },
          ]}
        />
        <div id="auth-panel" role="tabpanel" aria-label={signup ? "Sign Up" : "Login"}>
          {notice && <Notice tone="wrong" title={notice.title} text={notice.text} />}
          <button type="button" className="btn btn-secondary btn-full" disabled>
            Continue with Google
          </button>
          <p className="hint">Google sign-in is not set up</p>
          <p className="or">or with email</p>
          <Form key={tab} method="post" action={address(tab)} className="stack">
            <input type="hidden" name="intent" value={tab} />
            {signup && (
              <Field
                label="Name"
                name="name"
                autoComplete="name"
                required
                defaultValue={actionData?.name}
                maxLength={100}
              />
            )}
            <Field
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              required
              defaultValue={actionData?.email}
              maxLength={254}
            />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete={signup ? "new-password" : "current-password"}
              required
              maxLength={128}
            />
            {signup && (
              <Field
                label="Confirm Password"
                name="confirm"
                type="password"
                autoComplete="new-password"
                required
                maxLength={128}
                error={
                  actionData?.notice === messages.passwordsDiffer ? messages.passwordsDiffer.title : undefined
                }
              />
            )}
            <button type="submit" className="btn btn-primary btn-full">
              {signup ? "Create Account" : "Login"}
            </button>
          </Form>
          {signup && (
            <p className="hint">
              By signing up you agree to the{" "}
              <Link className="link" to={href("/terms-and-conditions")}>
                terms
              </Link>
              .
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
