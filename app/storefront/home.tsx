import { ChevronRight, FileText, MessageCircle, Package, RotateCcw } from "lucide";
import { lazy, Suspense } from "react";
import { href, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { mediaPath } from "../../shop/catalogue/picture-address.ts";
import { plural } from "../../shop/money.ts";
import { unpaidOrdersOf } from "../../shop/orders/unpaid-orders.server.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { viewerOf } from "../http/guards.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { originOf } from "../http/origin.server.ts";
import { addHeadMetadata } from "../http/seo/head-metadata.server.ts";
import { organizationData, websiteData } from "../http/seo/structured-data.ts";
import { PageHead } from "../parts/page-head.tsx";
import { ProductPicture, preloadPicture, ResponsivePicture } from "../parts/picture.tsx";
import { useShop } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { Icon } from "../ui/icon.tsx";
import type { Route } from "./+types/home";
import { type ShownSection, shownSections } from "./home/sections.server.ts";
import { Showcase } from "./home/showcase.tsx";

/** Lazy: only visitors with unpaid orders download it. */
const LazyUnpaidOrders = lazy(() => import("../parts/unpaid-orders.tsx"));
/** Lazy: only for home pages with sections that the specification's has not. */
const LazyMoreSection = lazy(() => import("./home/more-sections.tsx"));

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  const [settings, sections, unpaid] = await Promise.all([
    shopSettings(services),
    shownSections({ request, context }),
    viewer.kind === "customer" ? unpaidOrdersOf(services, viewer.id) : [],
  ]);
  const origin = originOf(services.site, request);
  addHeadMetadata(context, {
    structuredData: () => [organizationData(origin, settings), websiteData(origin, settings)],
    meta: settings.heroPicture
      ? [["og:image", `${origin}${mediaPath(settings.heroPicture, 1200, "jpg")}`]]
      : [],
  });
  const { heroPicture: hero, happyStudents, home } = settings;
  const { title, text, customersLabel } = home;
  const customers = happyStudents && { value: happyStudents, label: customersLabel };
  return { hero, customers, title, text, sections, unpaid };
}

/**
 * Tabs and pages of the showcase are in the address but filter loaded data, so they need no revalidation. Live
 * updates revalidate.
 */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  const stays = currentUrl.href === nextUrl.href;
  return stays || currentUrl.pathname !== nextUrl.pathname || Boolean(formMethod && formMethod !== "GET");
}

const heroSizes = "(min-width: 48rem) 56vw, 100vw";

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, title, text, sections, unpaid } = loaderData;
  useLiveUpdates(unpaid.length > 0 ? ["products", "settings", "orders"] : ["products", "settings"]);
  const hasHero = sections.some(({ kind }) => kind === "hero");
  if (hero && sections[0]?.kind === "hero") preloadPicture(hero, heroSizes);
  return (
    <>
      <PageHead title={title} description={text} path={href("/")} />
      {unpaid.length > 0 && (
        <div className="wrap">
          <Suspense>
            <LazyUnpaidOrders orders={unpaid} />
          </Suspense>
        </div>
      )}
      {!hasHero && <h1 className="sr-only">{title}</h1>}
      {sections.map((section, place) => (
        // Two sections may be alike; a list of another order is another page.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Section key={place} section={section} id={`section-${place}`} page={loaderData} />
      ))}
    </>
  );
}

type PageData = Route.ComponentProps["loaderData"];
type Of<Kind extends ShownSection["kind"]> = Extract<ShownSection, { kind: Kind }>;

function Section({ section, id, page }: { section: ShownSection; id: string; page: PageData }) {
  switch (section.kind) {
    case "hero":
      return <Hero section={section} page={page} />;
    case "collections":
      return <Tiles section={section} id={id} />;
    case "tabs":
      return <Showcase tabs={section.tabs} />;
    case "quick-access":
      return <QuickAccess />;
    default:
      return (
        <Suspense>
          <LazyMoreSection section={section} id={id} />
        </Suspense>
      );
  }
}

function Hero({ section: { categories, metrics }, page }: { section: Of<"hero">; page: PageData }) {
  const { hero, customers, title, text } = page;
  return (
    <>
      <section className="hero">
        {hero && (
          <div className="hero-picture">
            <ResponsivePicture picture={hero} alt={hero.alt} sizes={heroSizes} eager />
          </div>
        )}
        <div className="hero-text">
          <h1>{title}</h1>
          <p>{text}</p>
          <div className="hero-actions">
            <Link className="btn btn-primary" to={href("/shop")}>
              Shop Collection
            </Link>
            <Link className="btn btn-secondary" to={firstCategory(categories)}>
              View Categories
            </Link>
          </div>
          <div className="metrics">
            {customers && <Metric value={customers.value} label={customers.label} />}
            {metrics.products !== "0" && <Metric value={metrics.products} label="Products" />}
            {metrics.brands !== "0" && <Metric value={metrics.brands} label="Brands" />}
          </div>
        </div>
      </section>
      <div className="block-border" aria-hidden="true" />
    </>
  );
}

function Tiles({ section: { title, categories }, id }: { section: Of<"collections">; id: string }) {
  return (
    <section className="section wrap" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
      </div>
      <ul className="product-grid six">
        {categories.map((category) => (
          <li key={category.slug}>
            <CategoryCard category={category} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where "View Categories" leads: to the specification's collection, or the first one of a shop without it. */
function firstCategory(categories: readonly { slug: string }[]): string {
  const first = categories.find(({ slug }) => slug === "students") ?? categories[0];
  return first
    ? href("/category/:categoryName?", { categoryName: first.slug })
    : href("/category/:categoryName?");
}

function Metric({ value, label }: { value: string; label: string }) {
  return (
    <p>
      <b>{value}</b> <span className="text-micro muted">{label}</span>
    </p>
  );
}

function CategoryCard({ category }: { category: Of<"collections">["categories"][number] }) {
  return (
    <Link
      className="category-card block"
      to={href("/category/:categoryName?", { categoryName: category.slug })}
      prefetch="intent"
    >
      <div className="pic">
        <ProductPicture
          picture={category.picture}
          alt=""
          sizes="(min-width: 64rem) 12rem, (min-width: 48rem) 30vw, calc(50vw - 1.5rem)"
        />
      </div>
      <h3 className="flex items-baseline justify-between gap-1 mt-3">
        {category.name}
        <span className="text-micro font-normal muted whitespace-nowrap">{category.itemsLabel}</span>
      </h3>
      <p className="text-small leading-snug muted">{category.description}</p>
    </Link>
  );
}

function QuickAccess() {
  const { shop } = useShop();
  const links = [
    { to: href("/orders"), icon: Package, label: "My Orders", text: "Track, return or exchange" },
    { to: href("/contact"), icon: MessageCircle, label: "Contact Us", text: "Write, call or visit" },
    {
      to: href("/refund-policy"),
      icon: RotateCcw,
      label: "Refund Policy",
      text: `${plural(shop.policy.returnDays, "day")} from delivery`,
    },
    {
      to: href("/terms-and-conditions"),
      icon: FileText,
      label: "Terms & Conditions",
      text: "Plain words, one page",
    },
  ];
  return (
    <section className="wrap later quick-access" aria-labelledby="quick-access">
      <h2 id="quick-access" className="sr-only">
        Quick Access
      </h2>
      <nav className="quick" aria-label="Quick Access">
        {links.map(({ to, icon, label, text }) => (
          <Link key={to} to={to}>
            <Icon of={icon} />
            <span>
              <b className="block font-medium leading-snug">{label}</b>
              <small className="block text-small leading-snug muted">{text}</small>
            </span>
            <Icon of={ChevronRight} className="icon ml-auto muted" />
          </Link>
        ))}
      </nav>
    </section>
  );
}
