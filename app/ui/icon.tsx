import type { IconNode } from "lucide";

/**
 * An icon of Lucide, drawn beside words or under a label that says the same, so hidden from screen readers. The paths come
 * from the package without React components, which cost the server three times as much for each icon of a list.
 */
export function Icon({ of, className = "icon" }: { of: IconNode; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([Shape, attributes]) => (
        <Shape key={Object.values(attributes).join(" ")} {...attributes} />
      ))}
    </svg>
  );
}
