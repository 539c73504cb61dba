import { useState } from "react";

/**
 * Copies a text that stands beside it, such as an address. Hidden without scripts, where the text is selected by hand.
 * `name`: what the button is called where there are several.
 */
export function CopyButton({
  text,
  label,
  name,
  className = "",
}: {
  text: string;
  label: string;
  name?: string;
  className?: string;
}) {
  const [answer, setAnswer] = useState("");
  return (
    <div className="needs-scripts">
      <button
        type="button"
        className={`btn btn-secondary ${className}`}
        aria-label={name && `${label}: ${name}`}
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setAnswer("Copied."),
            () => setAnswer("Not copied. Please select it by hand."),
          )
        }
      >
        {label}
      </button>
      <p role="status">{answer}</p>
    </div>
  );
}
