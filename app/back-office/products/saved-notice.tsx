import { href, Link } from "react-router";
import { Notice } from "../../ui/notice.tsx";
import { ActionButton } from "../parts/action-button.tsx";
import { May } from "../parts/may.tsx";
import type { savedProduct } from "./obstacles.server.ts";

/** What a product that was just saved lacks, each with a link to its field. */
export function SavedNotice({ saved }: { saved: NonNullable<Awaited<ReturnType<typeof savedProduct>>> }) {
  const { id, name, isDraft, obstacles } = saved;
  const isBlocked = obstacles.some(({ blocks }) => blocks);
  return (
    <Notice
      tone="warn"
      title={
        isBlocked
          ? `${name} is saved, but nobody can buy it yet`
          : `${name} is in the shop, but lacks something`
      }
    >
      <ul className="grid gap-1 mt-2">
        {obstacles.map(({ text, part }) => (
          <li key={text}>
            <Link className="link" to={`${href("/admin/products/:id", { id })}#${part}`}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
      {isDraft && (
        <May permission="catalogue.edit">
          <ActionButton fields={{ intent: "status:active", id }} label={`Publish ${name}`}>
            Publish
          </ActionButton>
        </May>
      )}
    </Notice>
  );
}
