import { Printer } from "lucide-react";
import { useEffect, useState } from "react";

/** Prints the page. Rendered with scripts only. */
export function PrintButton({ className = "btn btn-secondary btn-full" }: { className?: string }) {
  const [scripts, setScripts] = useState(false);
  useEffect(() => setScripts(true), []);
  return (
    <button type="button" className={className} hidden={!scripts} onClick={() => window.print()}>
      <Printer className="icon icon-small" aria-hidden="true" />
      Print Details
    </button>
  );
}
