import { CircleAlert, CircleCheck, TriangleAlert } from "lucide";
import { Link } from "react-router";
import type { ReadStep } from "../../../shop/reports/setup-steps.ts";
import { Icon } from "../../ui/icon.tsx";
import { ActionButton } from "../parts/action-button.tsx";

const signs = {
  done: { icon: CircleCheck, word: "Done", badge: "ok" },
  required: { icon: CircleAlert, word: "Required", badge: "bad" },
  recommended: { icon: TriangleAlert, word: "Recommended", badge: "warn" },
};

/**
 * The steps of setting up, with why each matters and the way to its field. Once the shop is open, those that are done
 * are folded away.
 */
export function Steps({ steps, isOpen }: { steps: ReadStep[]; isOpen: boolean }) {
  if (!isOpen) return <StepList steps={steps} />;
  const [finished, left] = [steps.filter(({ done }) => done), steps.filter(({ done }) => !done)];
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="mb-2">
        Setting up
      </h2>
      {left.length > 0 && <StepList steps={left} />}
      {finished.length > 0 && (
        <details className="mt-2">
          <summary className="py-2">{`${finished.length} of ${steps.length} steps are done`}</summary>
          <StepList steps={finished} />
        </details>
      )}
    </section>
  );
}

function StepList({ steps }: { steps: ReadStep[] }) {
  return (
    <ol className="panel rows">
      {steps.map(({ key, title, why, required, link, done, says, trial }) => {
        const { icon, word, badge } = signs[done ? "done" : required ? "required" : "recommended"];
        return (
          <li key={key} className="px-4 py-3 wrap-anywhere">
            <div>
              <h2>{title}</h2>
              {/* Below the title: beside it the words had half of a phone's width. */}
              <span className={`badge my-1 ${badge}`}>
                <Icon of={icon} className="icon icon-small" /> {word}
              </span>
              <p>{says}</p>
              <p className="muted">{why}</p>
              <Link className="link" to={link.to}>
                {link.label}
              </Link>
              {trial && (
                <div className="mt-3">
                  <ActionButton fields={{ intent: trial.intent }} label={`${title}: ${trial.label}`}>
                    {trial.label}
                  </ActionButton>
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
