import { ChevronRight, FileText, MessageCircle, Package, RotateCcw } from "lucide";
import { Suspense } from "react";
import { href, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { mediaPath } from "../../shop/catalogue/picture-address.ts";
import { unpaidOrdersOf } from "../../shop/payments/unpaid-orders.server.ts";
import { returnPromise } from "../../shop/settings/policy-words.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { describedShop } from "../../shop/settings/settings.ts";
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
import { lazyPart, nothing } from "../ui/lazy-part.tsx";
import type { Route } from "./+types/home";
import { type ShownSection, shownSections } from "./home/sections.server.ts";
import { Showcase } from "./home/showcase.tsx";

/** Lazy: only visitors with unpaid orders download it. */
const LazyUnpaidOrders = lazyPart(() => import("../parts/unpaid-orders.tsx"), nothing);
/** Lazy: only for home pages with sections that the specification's has not. */
const LazyMoreSection = lazyPart(() => import("./home/more-sections.tsx"), nothing);

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  const [settings, sections, unpaid] = await Promise.all([
    shopSettings(services),
    shownSections({ request, context }),
    viewer.kind === "customer" ? unpaidOrdersOf(services, viewer.id) : [],
  ]);
  const origin = originOf(services.site, request);
  const hero = sections.find((one) => one.kind === "hero");
  const picture = hero?.picture;
  addHeadMetadata(context, {
    structuredData: () => [organizationData(origin, settings), websiteData(origin, settings)],
    meta: picture ? [["og:image", `${origin}${mediaPath(picture, 1200, "jpg")}`]] : [],
  });
  const title = hero?.title ?? settings.tagline ?? settings.shopName;
  return { title, text: hero?.text || describedShop(settings), sections, unpaid };
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
  const { title, text, sections, unpaid } = loaderData;
  useLiveUpdates(unpaid.length > 0 ? ["products", "settings", "orders"] : ["products", "settings"]);
  const hero = sections.findIndex(({ kind }) => kind === "hero");
  const [first] = sections;
  if (first?.kind === "hero" && first.picture) preloadPicture(first.picture, heroSizes);
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
      {hero < 0 && <h1 className="sr-only">{title}</h1>}
      {sections.map((section, place) => (
        // Two sections may be alike; a list of another order is another page.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Section key={place} section={section} id={`section-${place}`} isFirst={place === hero} />
      ))}
    </>
  );
}

type Of<Kind extends ShownSection["kind"]> = Extract<ShownSection, { kind: Kind }>;

function Section({ section, id, isFirst }: { section: ShownSection; id: string; isFirst: boolean }) {
  switch (section.kind) {
    case "hero":
      return <Hero section={section} isFirst={isFirst} />;
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

/** `isFirst`: its title is that of the page. */
function Hero({ section, isFirst }: { section: Of<"hero">; isFirst: boolean }) {
  const { picture, title, text, buttons, metrics } = section;
  const Title = isFirst ? "h1" : "h2";
  return (
    <>
      <section className={picture ? "hero" : "hero bare"}>
        {picture && (
          <div
            className="hero-picture"
            style={{ ["--focus" as string]: picture.phone, ["--focus-wide" as string]: picture.desktop }}
          >
            <ResponsivePicture picture={picture} alt={picture.alt} sizes={heroSizes} eager={isFirst} />
          </div>
        )}
        <div className="hero-text">
          <Title className={/\S{16}/.test(title) ? "long-words" : undefined}>{title}</Title>
          {text !== "" && <p>{text}</p>}
          {buttons.length > 0 && (
            <div className="hero-actions">
              {buttons.map(({ words, to }, place) => (
                <Link
                  key={`${to} ${words}`}
                  className={`btn ${place === 0 ? "btn-primary" : "btn-secondary"}`}
                  to={to}
                >
                  {words}
                </Link>
              ))}
            </div>
          )}
          {metrics.length > 0 && (
            <div className="metrics">
              {metrics.map(({ value, label }) => (
                <p key={label}>
                  <b>{value}</b> <span className="text-micro muted">{label}</span>
                </p>
              ))}
            </div>
          )}
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
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-1 mt-3">
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
      text: returnPromise(shop.policy),
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
