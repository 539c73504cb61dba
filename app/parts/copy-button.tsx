import { useState } from "react";

/** Copies an address. Hidden without scripts, where the address beside it is selected by hand. */
export function CopyLink({ url, name, className = "" }: { url: string; name?: string; className?: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div className="needs-scripts">
      <button
        type="button"
        className={`btn btn-secondary ${className}`}
        aria-label={name && `Copy link: ${name}`}
        onClick={() =>
          navigator.clipboard.writeText(url).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        Copy link
      </button>
      <p role="status">{copied && "Copied."}</p>
    </div>
  );
}
