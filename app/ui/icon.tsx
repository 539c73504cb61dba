import type { IconNode } from "lucide";

/** The shapes of each rendered icon, as HTML. */
const drawn = new WeakMap<IconNode, string>();

function shapesOf(icon: IconNode): string {
  const known = drawn.get(icon);
  if (known !== undefined) return known;
  const shapes = icon
    .map(([shape, attributes]) => {
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
      return `<${shape}${written.join("")}></${shape}>`;
    })
    .join("");
  drawn.set(icon, shapes);
  return shapes;
}

/**
 * An icon of Lucide, shown beside text or inside a labelled control, so hidden from screen readers. Its shapes come
 * from the package as data and are written as HTML: React would render and hydrate each of them, in some fifty icons
 * per page.
 */
export function Icon({ of, className = "icon" }: { of: IconNode; className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of the package
      dangerouslySetInnerHTML={{ __html: shapesOf(of) }}
    />
  );
}
