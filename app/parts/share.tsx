import { Share2 } from "lucide";
import { Icon } from "../ui/icon.tsx";
import { Sheet, SheetButton } from "../ui/sheet.tsx";
import { CopyButton } from "./copy-button.tsx";
import { useShop } from "./shop-context.ts";

/**
 * Shares a public page of the shop, a product or the shop itself, with the device's share dialog; where there is none,
 * and without scripts, a sheet has WhatsApp and the address to copy.
 */
export default function Share({
  name,
  path,
  place,
  button,
}: {
  name: string;
  path: string;
  /** Classes of the button and of its wrapper. */
  place?: string;
  button: string;
}) {
  const { origin } = useShop();
  const url = origin + path;
  return (
    <>
      {/* The button inside answers keys; where the device can share, its sheet is not opened. */}
      <div
        className={place}
        onClickCapture={(event) => {
          if (!navigator.share) return;
          event.preventDefault();
          event.stopPropagation();
          // Closing the device's dialog is not an error.
          navigator.share({ title: name, url }).catch(() => undefined);
        }}
      >
        <SheetButton sheet="share" className={button}>
          <Icon of={Share2} className="icon icon-small" />
          Share
        </SheetButton>
      </div>
      <Sheet id="share" title="Share">
        <div className="grid gap-4">
          <a
            className="btn btn-secondary btn-full"
            href={`https://wa.me/?text=${encodeURIComponent(`${name} ${url}`)}`}
            target="_blank"
            rel="noreferrer"
          >
            Share on WhatsApp
          </a>
          <label>
            Address to share
            <input className="input" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <CopyButton text={url} label="Copy link" className="btn-full" />
        </div>
      </Sheet>
    </>
  );
}
