import { Printer } from "lucide";
import { useEffect, useState } from "react";
import { Icon } from "../../ui/icon.tsx";

/** Prints the page. Shown with scripts only. */
export function PrintButton({
  label = "Print Details",
  className = "btn btn-secondary btn-full",
}: {
  label?: string;
  className?: string;
}) {
  const [scripts, setScripts] = useState(false);
  useEffect(() => setScripts(true), []);
  return (
    <button type="button" className={className} hidden={!scripts} onClick={() => window.print()}>
      <Icon of={Printer} className="icon icon-small" />
      {label}
    </button>
  );
}
