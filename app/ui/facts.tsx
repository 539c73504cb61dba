import type { ReactNode } from "react";

/** Names and values in two aligned columns. */
export function DefinitionList({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
