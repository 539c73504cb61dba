import { Mail, MessageCircle, Phone, Search } from "lucide";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { data, Form, href, Link, useSearchParams } from "react-router";
import { cutText } from "../../platform/text/cut-text.ts";
import { reachablePhone } from "../../shop/content/contact/reachable.ts";
import { faqEntries, faqOrders } from "../../shop/content/faq/edit-faq.server.ts";
import { countQuestions, faqGroups, searchFaq } from "../../shop/content/faq/faq.ts";
import { faqFacts } from "../../shop/content/faq/faq-facts.ts";
import type { QuestionGroup } from "../../shop/content/faq/question.ts";
import { policyPage } from "../../shop/content/policy.server.ts";
import { hoursInWords } from "../../shop/settings/opening-hours.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { addHeadMetadata } from "../http/seo/head-metadata.server.ts";
import { faqData } from "../http/seo/structured-data.ts";
import { shownContent } from "../http/shown-content.server.ts";
import { policyFacts, policyKindFor } from "../parts/content/policy/policies.server.ts";
import { PageHead } from "../parts/page-head.tsx";
import { useShop } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { useEarlyValue } from "../ui/forms/use-early-value.ts";
import { Icon } from "../ui/icon.tsx";
import type { Route } from "./+types/faq";

/** Debounce: typing a word makes one history entry. */
const settle = 400;

type Facts = Parameters<typeof faqFacts>[0];
const factsOf = (shop: Omit<Facts, "hours"> & { hours: Parameters<typeof hoursInWords>[0] }) =>
  faqFacts({ ...shop, hours: hoursInWords(shop.hours) });

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const settings = await shopSettings(services);
  const [entries, orders, { content }] = await Promise.all([
    faqEntries(services),
    faqOrders(services),
    shownContent({ request, context }, policyKindFor(settings.policy), "faq"),
  ]);
  if (!content) throw data(null, { status: 404 });
  addHeadMetadata(context, {
    structuredData: () => [faqData(faqGroups(factsOf(settings), entries, orders))],
  });
  const { title, lead, description } = policyPage(content, policyFacts(settings));
  return { entries, orders, title, lead, description };
}

export default function Faq({ loaderData }: Route.ComponentProps) {
  const { entries, orders, title, lead, description } = loaderData;
  const { shop } = useShop();
  const all = faqGroups(factsOf(shop), entries, orders);
  const [params, setParams] = useSearchParams();
  const inAddress = cutText(params.get("q") ?? "", 100);
  const [search, setSearch] = useState(inAddress);
  const written = useRef(inAddress);
  const box = useEarlyValue<HTMLInputElement>(setSearch);
  useEffect(() => {
    // Back, forward or a link changed the address: update the search box.
    if (inAddress === written.current) return;
    written.current = inAddress;
    setSearch(inAddress);
  }, [inAddress]);
  useEffect(() => {
    if (search === written.current) return;
    const timer = setTimeout(() => {
      written.current = search;
      setParams(search ? { q: search } : {}, { replace: true, preventScrollReset: true });
    }, settle);
    return () => clearTimeout(timer);
  }, [search, setParams]);

  const found = searchFaq(all, search);
  const searching = search.trim() !== "";
  return (
    <div className="wrap words-page">
      <PageHead
        title={inAddress ? `FAQ: “${inAddress}”` : "FAQ"}
        description={description}
        path={href("/faq")}
      />
      <header className="words-head">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </header>
      <Form
        className="search in-page"
        method="get"
        action={href("/faq")}
        role="search"
        aria-label="Questions"
      >
        <Icon of={Search} />
        <input
          ref={box}
          className="input"
          type="search"
          name="q"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          aria-label="Search the questions"
          placeholder="Search the questions..."
          maxLength={100}
          autoComplete="off"
        />
        <noscript>
          <button className="btn btn-secondary" type="submit">
            Search
          </button>
        </noscript>
      </Form>
      <p className="mt-4 mb-5 text-small muted" role="status">
        {searching
          ? `${countQuestions(found)} of ${countQuestions(all)} questions`
          : `${countQuestions(all)} questions`}
      </p>
      {found.length > 0 ? (
        <div className="faq-groups grid gap-12">
          {found.map((group, index) => (
            <Group key={group.id} group={group} openFirst={searching && index === 0} />
          ))}
        </div>
      ) : (
        <EmptyState title="No results found" text="Try one plain word, such as return or size, or ask us.">
          <Link
            className="btn btn-primary"
            to={href("/faq")}
            onClick={() => setSearch("")}
            preventScrollReset
          >
            Clear search
          </Link>
        </EmptyState>
      )}
      <SupportCards />
    </div>
  );
}

/** One question open at a time across all groups, by the shared `name` of <details>. */
function Group({ group, openFirst }: { group: QuestionGroup; openFirst: boolean }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="h3">
        {group.title}
      </h2>
      {group.questions.map(({ id, question, answer }, index) => (
        <details key={id} id={id} name="faq" className="question" open={openFirst && index === 0}>
          <summary>{question}</summary>
          <p className="pb-4 muted">{answer}</p>
        </details>
      ))}
    </section>
  );
}

function SupportCards() {
  const { hours, contact } = useShop().shop;
  const ways = [
    reachablePhone(contact.phone) && "Call",
    reachablePhone(contact.whatsapp) && "WhatsApp",
  ].filter(Boolean);
  return (
    <section className="mt-section" aria-labelledby="support">
      <h2 id="support">Still looking?</h2>
      <div className="quick mt-4">
        <Card icon={<Icon of={Mail} />} title="Write to us" to={href("/contact")}>
          We reply by email
        </Card>
        {ways.length > 0 && (
          <Card icon={<Icon of={Phone} />} title={ways.join(" or ")} to={href("/contact")}>
            {hoursInWords(hours)}
          </Card>
        )}
        <Card icon={<Icon of={MessageCircle} />} title="Track an order" to={href("/track/:id?")}>
          Where it is, step by step
        </Card>
      </div>
    </section>
  );
}

function Card({
  icon,
  title,
  to,
  children,
}: {
  icon: ReactNode;
  title: string;
  to: string;
  children: ReactNode;
}) {
  return (
    <Link to={to}>
      {icon}
      <span>
        <b className="font-medium">{title}</b>
        <small className="block text-small muted">{children}</small>
      </span>
    </Link>
  );
}
