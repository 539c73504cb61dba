type Logo = { src: string; width: number; height: number };

/** The pictures of the shop's brand: a logo for light and one for dark grounds, and an icon. */
export type ShownBrand = { logo: Logo | null; dark: Logo | null; icon: string | null };

/**
 * The shop's logo; without one its icon, or the printed motif, beside its name. `onHem`: on the dark ground of the
 * footer. A logo without a twin for dark grounds stands on a light plate there. The rules for
 * `data-brand` are in the sheet of the brand (app/http/brand), so that a shop without one does not carry them.
 */
export function BrandMark({
  name,
  brand,
  onHem = false,
}: {
  name: string;
  brand: ShownBrand | null;
  onHem?: boolean | undefined;
}) {
  const logo = <BrandLogo name={name} brand={brand} onHem={onHem} />;
  if (brand?.logo) return logo;
  return (
    <>
      {brand?.icon ? (
        <img data-brand="icon" src={brand.icon} alt="" width={28} height={28} />
      ) : (
        <span className="mark-block" aria-hidden="true">
          <i />
        </span>
      )}
      <span>{name}</span>
    </>
  );
}

/** Only the logo; nothing where there is none. */
export function BrandLogo({
  name,
  brand,
  onHem = false,
}: {
  name: string;
  brand: ShownBrand | null;
  onHem?: boolean | undefined;
}) {
  if (!brand?.logo) return null;
  const { logo, dark } = brand;
  const shown = onHem && dark ? dark : logo;
  const plate = onHem ? `on-hem${dark ? "" : " plate"}` : dark ? "" : "plate-dark";
  return (
    <picture data-brand={`logo ${plate}`.trim()}>
      {!onHem && dark && <source media="(prefers-color-scheme: dark)" srcSet={dark.src} />}
      <img src={shown.src} alt={name} width={shown.width} height={shown.height} />
    </picture>
  );
}
