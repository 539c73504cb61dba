import { CopyButton } from "../../parts/copy-button.tsx";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { Field, TextArea } from "../../ui/forms/field.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { NamedForm } from "../parts/named-form.tsx";
import { Panel } from "../parts/screen-head.tsx";

/** `isTrial`: on one machine, where it cannot be opened. */
export type OpeningState = {
  isOpen: boolean;
  wasOpen: boolean;
  isTrial: boolean;
  text: string;
  version: string;
};
type ShownPreview = { id: string; name: string; until: string; isOver: boolean; address: string };

/** Opening and closing the shop, and the preview links of a closed one. */
export function OpeningForms({ state, previews }: { state: OpeningState; previews: ShownPreview[] }) {
  const { isOpen, wasOpen, isTrial, text, version } = state;
  return (
    <>
      {!isOpen && (
        <Panel title="Open the shop">
          <p className="mb-4">
            Everybody sees the shop from then on, and search engines may list it. Preview links end. You can
            close it again at any time.
          </p>
          {isTrial ? (
            <p>
              <b>{officeMessages.openingTrial.text}</b>
            </p>
          ) : (
            <NamedForm name="open" key={version}>
              <input type="hidden" name="intent" value="open" />
              <input type="hidden" name="version" value={version} />
              <button type="submit" className="btn btn-primary">
                Open the shop
              </button>
            </NamedForm>
          )}
        </Panel>
      )}
      <Panel title={isOpen ? "Close the shop for a while" : "What visitors read"}>
        <p className="mb-4">
          {isOpen
            ? "For a holiday, for example. Visitors see your text, and customers can still track their orders."
            : `Under the heading “${wasOpen ? "We are closed for a while" : "Opening soon"}”.`}
        </p>
        <NamedForm name="close" key={version}>
          <input type="hidden" name="intent" value="close" />
          <input type="hidden" name="version" value={version} />
          {isOpen && <input type="hidden" name="closing" value="yes" />}
          <TextArea
            label="Your text"
            name="text"
            optional
            rows={3}
            maxLength={500}
            defaultValue={text}
            hint={wasOpen ? "Such as: We are back on 2 January." : "Such as: We open on Diwali."}
          />
          <button type="submit" className={isOpen ? "btn btn-danger" : "btn btn-secondary"}>
            {isOpen ? "Close the shop" : "Save the text"}
          </button>
        </NamedForm>
      </Panel>
      {!isOpen && <Previews previews={previews} version={version} />}
    </>
  );
}

function Previews({ previews, version }: { previews: ShownPreview[]; version: string }) {
  return (
    <Panel title="Preview links">
      <p className="mb-4">
        Whoever opens such a link sees the whole shop until the link is over, and cannot sign up or order.
        Place the test order yourself.
      </p>
      {previews.length > 0 && (
        <ul className="rows mb-4">
          {previews.map(({ id, name, until, isOver, address }) => (
            <li key={id} className="flex-wrap items-start wrap-anywhere">
              <div>
                <b>{name}</b>
                <p className="muted">{isOver ? `Over since ${until}` : `Until ${until}`}</p>
                {!isOver && <code className="sample block mt-1 text-small wrap-anywhere">{address}</code>}
              </div>
              {!isOver && <CopyButton text={address} label="Copy link" name={name} />}
              <Confirm
                id={`revoke-${id}`}
                open="Withdraw"
                title={`Withdraw the link for ${name}?`}
                text="It stops working at once, also for those who have opened it."
                button="Withdraw"
                fields={{ intent: "revoke", id, version }}
              />
            </li>
          ))}
        </ul>
      )}
      <NamedForm name="preview" key={version}>
        <input type="hidden" name="intent" value="preview" />
        <input type="hidden" name="version" value={version} />
        <Field label="For whom" name="name" maxLength={100} autoComplete="off" hint="Such as: family" />
        <Field
          label="Days"
          name="days"
          inputMode="numeric"
          autoComplete="off"
          defaultValue="7"
          hint="1 to 60"
        />
        <button type="submit" className="btn btn-secondary">
          Add a preview link
        </button>
      </NamedForm>
    </Panel>
  );
}
