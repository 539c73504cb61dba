import type { ComponentProps } from "react";
import { itemField } from "../../../shop/text/listed-items.ts";
import { type EditedRecord, EditForm } from "./edit-form.tsx";
import { ScreenHead } from "./screen-head.tsx";
import { SortedList } from "./sorted-list.tsx";

/** A list that is only sorted, with its form (sort-list.server.ts). */
export function SortScreen({
  title,
  text,
  back,
  record,
  answer,
}: {
  title: string;
  text: string;
  back: { to: string; label: string };
  record: EditedRecord;
  answer: ComponentProps<typeof EditForm>["answer"];
}) {
  const head = <ScreenHead title={title} text={text} back={back} />;
  if (record.values.items === "")
    return (
      <>
        {head}
        <p className="panel p-8 muted text-center">There is nothing to sort yet.</p>
      </>
    );
  return (
    <>
      {head}
      <EditForm
        label={title}
        fields={[]}
        record={record}
        answer={answer}
        button="Save the order"
        cancelTo={back.to}
        more={(shown, theirs, touch) => (
          <SortedList
            // After somebody else's change the list is another.
            key={theirs ? "theirs" : "own"}
            label={title}
            shown={theirs ?? shown}
            touch={touch}
            addable={[]}
            named={{ field: "name", otherwise: () => "Unnamed" }}
          >
            {({ at, fields }) => (
              <input type="hidden" name={itemField(at, "name")} value={fields.name ?? ""} />
            )}
          </SortedList>
        )}
      />
    </>
  );
}
