import type { ReactNode } from "react";
import { Link } from "react-router";
import { formParts, type SettingsPart, settingsParts } from "../../../shop/settings/setting-fields.ts";

type Props = { part: SettingsPart; cards: readonly { id: string; title: string }[] };

/**
 * The parts of the settings: a list beside the form, with the cards of the open part below its name; on narrow screens
 * behind a line that names the open one.
 */
export function SettingsNav({ part, cards }: Props) {
  return (
    <>
      <nav className="settings-list" aria-label="Settings">
        <Parts part={part}>
          {cards.length > 1 && (
            <ul>
              {cards.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          )}
        </Parts>
      </nav>
      {/* Another part begins with the list closed. */}
      <details key={part} className="settings-choice panel">
        <summary>{formParts[part].title}</summary>
        <nav className="settings-list" aria-label="Settings">
          <Parts part={part} />
        </nav>
      </details>
    </>
  );
}

function Parts({ part, children }: { part: SettingsPart; children?: ReactNode }) {
  return (
    <ul>
      {settingsParts.map((each) => (
        <li key={each}>
          <Link to={`?part=${each}`} aria-current={each === part ? "page" : undefined}>
            {formParts[each].title}
          </Link>
          {each === part && children}
        </li>
      ))}
    </ul>
  );
}
