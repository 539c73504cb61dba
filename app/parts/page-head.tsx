import { useShop } from "./shop-context.ts";

type PageHeadProps = {
  /** What this page is, without the shop's name. */
  title: string;
  /** One or two sentences for search results and shared links. */
  description: string;
  /** The one address of this page, from the root, query and all: use href(). */
  path: string;
  type?: "website" | "article" | "product";
  /** Address of a picture for shared links, from the root. */
  picture?: string | undefined;
};

/** Everything a page says about itself to search engines and chats. React lifts it into the head. */
export function PageHead({ title, description, path, type = "website", picture }: PageHeadProps) {
  const { origin, shop } = useShop();
  const address = `${origin}${path}`;
  return (
    <>
      <title>{`${title} · ${shop.name}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {/* For who reads the page as it was sent; scripts that draw it again have no use for them and do not carry them. */}
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
