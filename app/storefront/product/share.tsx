import { Share2 } from "lucide-react";
import { useState } from "react";
import { useShop } from "../../parts/shop-context.ts";
import { Sheet, SheetButton } from "../../ui/sheet.tsx";

/**
 * Shares the product by what the device offers; where it offers nothing, and without scripts, a sheet has WhatsApp and
 * the address to copy.
 */
export default function Share({ name, path }: { name: string; path: string }) {
  const { origin } = useShop();
  const [copied, setCopied] = useState(false);
  const url = origin + path;
  return (
    <>
      {/* The button inside answers keys; where the device can share, its sheet is not opened. */}
      <div
        className="share-place"
        onClickCapture={(event) => {
          if (!navigator.share) return;
          event.preventDefault();
          event.stopPropagation();
          // Whoever closes the device's sheet has not failed.
          navigator.share({ title: name, url }).catch(() => undefined);
        }}
      >
        <SheetButton sheet="share" className="link share">
          <Share2 className="icon icon-small" aria-hidden="true" />
          Share
        </SheetButton>
      </div>
      <Sheet id="share" title="Share">
        <div className="share-ways">
          <a
            className="btn btn-secondary btn-full"
            href={`https://wa.me/?text=${encodeURIComponent(`${name} ${url}`)}`}
            target="_blank"
            rel="noreferrer"
          >
            Share on WhatsApp
          </a>
          <label>
            Address of this page
            <input className="input" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <button
            type="button"
            className="btn btn-secondary btn-full"
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
      </Sheet>
    </>
  );
}
