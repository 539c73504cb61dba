import { rupeesExact } from "../../../../shop/money.ts";
import { TextArea } from "../../../ui/forms/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../parts/screen-head.tsx";
import type { Route } from "../+types/draft";
import { editRefusalWords } from "../by-hand.tsx";

type Loaded = Route.ComponentProps["loaderData"];

/** What applying the changes of an order would do: before, after, the difference, and what follows. */
export function EditChanges({
  edit: { before, difference, changes, effects, quote, refused },
  comment,
}: {
  edit: NonNullable<Loaded["edit"]>;
  comment: string;
}) {
  return (
    <Panel id="changes" title="What changes">
      <div className="stack">
        {refused && <Notice tone="wrong" title={editRefusalWords[refused]} />}
        {changes.length === 0 ? (
          <p>Nothing yet. Change items, prices or address, then look here again.</p>
        ) : (
          <ul aria-label="Changes">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
        <dl className="totals num">
          <div>
            <dt>Before</dt>
            <dd>{rupeesExact(before)}</dd>
          </div>
          <div className="total">
            <dt>After</dt>
            <dd>{rupeesExact(quote.total)}</dd>
          </div>
          <div>
            <dt>Difference</dt>
            <dd>
              {difference > 0 ? "+" : difference < 0 ? "−" : ""}
              {rupeesExact(Math.abs(difference))}
            </dd>
          </div>
        </dl>
        {effects.length > 0 && (
          <ul aria-label="What follows">
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        )}
        <TextArea
          label="Reason"
          name="comment"
          defaultValue={comment}
          rows={2}
          maxLength={500}
          optional
          hint="In the timeline. The customer never sees it."
        />
      </div>
    </Panel>
  );
}
