import { useShop } from "./shop-context.ts";

type PageHeadProps = {
  /** Page title without the shop's name. */
  title: string;
  /** One or two sentences for search results and shared links. */
  description: string;
  /** Canonical path with query: use href(). */
  path: string;
  type?: "website" | "article" | "product";
  /** Preview picture of shared links, root-relative. */
  picture?: string | undefined;
};

/** Title and metadata for search engines and link previews. React hoists it into the head. */
export function PageHead({ title, description, path, type = "website", picture }: PageHeadProps) {
  const { origin, shop } = useShop();
  const address = `${origin}${path}`;
  return (
    <>
      <title>{`${title} · ${shop.name}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {/* Crawlers read the HTML only, so the browser bundle omits these. */}
      {import.meta.env.SSR && (
        <>
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={address} />
          <meta property="og:type" content={type} />
          <meta property="og:site_name" content={shop.name} />
          {picture === undefined ? null : <meta property="og:image" content={`${origin}${picture}`} />}
        </>
      )}
    </>
  );
}
