import { href, Link } from "react-router";
import { PolicyPage } from "../parts/content/policy-page.tsx";
import { useShop } from "../parts/shop-context.ts";

export default function CookiePolicy() {
  const { name } = useShop().shop;
  return (
    <PolicyPage
      title="Cookie Policy"
      description={`${name} sets no cookie while you look around and one when you sign in. No advertising, no tracking.`}
      lead="No cookie while you look around, one when you sign in. That is why no banner asks you anything."
      path={href("/cookie-policy")}
      updated="2026-11-22"
      sections={[
        {
          id: "guests",
          title: "While you look around",
          body: (
            <p>
              None. You can browse, search and read without a cookie. Your browser may keep our pages,
              pictures and fonts for a while, so that they need not be fetched twice, and your place in a list
              for as long as the tab is open; neither says who you are.
            </p>
          ),
        },
        {
          id: "signed-in",
          title: "When you sign in",
          body: (
            <>
              <p>
                One cookie holds a random number that tells the shop that it is you. Without it there is no
                cart, no wishlist and no order. Scripts cannot read it, and it is sent to this shop only. It
                ends when you sign out, or by itself when you have not been here for a while.
              </p>
              <p>
                While you sign in with Google, a second one lasts a few minutes: it makes sure that the answer
                belongs to your question.
              </p>
            </>
          ),
        },
        {
          id: "notes",
          title: "Short notes",
          body: (
            <p>
              Press a heart or Add to Cart before you have signed in, and a note with a random number is kept
              for a day, so that it is done once you have signed in. Ask for a link by email, and a note of a
              day remembers the page you came from; after a sign-up it also lets that link log you in, in this
              browser only. After some forms a note of one minute says what the next page has to tell you.
              None of them says who you are.
            </p>
          ),
        },
        {
          id: "others",
          title: "Cookies of others",
          body: (
            <p>
              None before you ask for it. The map on the <Link to={href("/contact")}>contact page</Link> comes
              from OpenStreetMap, and only after you press its button; an online payment or a WhatsApp chat
              takes you to their own pages, where their rules apply. There is no advertising and no tracking
              here.
            </p>
          ),
        },
        {
          id: "refuse",
          title: "Saying no",
          body: (
            <p>
              Switch cookies off in your browser, or delete them there whenever you like. Everything works but
              signing in. What else we keep is in the <Link to={href("/privacy-policy")}>privacy policy</Link>
              .
            </p>
          ),
        },
      ]}
    />
  );
}
