import { ArrowLeft, ArrowRight, GripVertical, Star, X } from "lucide";
import type { PictureDraft } from "../../../../shop/catalogue/edit/product-draft.ts";
import { mediaPath } from "../../../../shop/catalogue/picture-address.ts";
import { Field, Select } from "../../../ui/forms/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { DragHandle } from "../../parts/use-drag.ts";

/**
 * The tile of one picture of a product, with its controls and fields. `at`: its index among `count`, from 0; the first
 * one is the cover. `onMove`: to which index, and what of the tile keeps the focus.
 */
export function ImageItem({
  picture: { key, alt, colour },
  at,
  count,
  colours,
  error,
  handle,
  onMove,
  onRemove,
  onEdit,
}: {
  picture: PictureDraft;
  at: number;
  count: number;
  colours: string[];
  error: string | undefined;
  handle: DragHandle;
  onMove: (to: number, focus: string) => void;
  onRemove: () => void;
  onEdit: (part: Partial<PictureDraft>) => void;
}) {
  const number = at + 1;
  const isCover = at === 0;
  return (
    <>
      <div className="tile-picture">
        <div className="pic">
          <img
            src={mediaPath({ key }, 240, "webp")}
            alt={alt || `Image ${number}`}
            width="240"
            height="300"
          />
        </div>
        <button
          type="button"
          data-move
          className="icon-btn sorted-handle"
          aria-label={`Move image ${number}: drag it, or press the arrow keys`}
          {...handle}
        >
          <Icon of={GripVertical} />
        </button>
        <button type="button" className="icon-btn" aria-label={`Remove image ${number}`} onClick={onRemove}>
          <Icon of={X} />
        </button>
        {isCover && <b className="badge">Cover</b>}
      </div>
      <input type="hidden" name={`picture.${at}.key`} value={key} />
      <div className="flex justify-between">
        <button
          type="button"
          data-act="earlier"
          className="icon-btn"
          aria-label={`Move image ${number} earlier`}
          aria-disabled={isCover}
          onClick={() => onMove(at - 1, "[data-act=earlier]")}
        >
          <Icon of={ArrowLeft} />
        </button>
        {!isCover && (
          <button
            type="button"
            className="icon-btn"
            title="Make it the cover"
            aria-label={`Make image ${number} the cover`}
            onClick={() => onMove(0, "[data-move]")}
          >
            <Icon of={Star} />
          </button>
        )}
        <button
          type="button"
          data-act="later"
          className="icon-btn"
          aria-label={`Move image ${number} later`}
          aria-disabled={number === count}
          onClick={() => onMove(at + 1, "[data-act=later]")}
        >
          <Icon of={ArrowRight} />
        </button>
      </div>
      <noscript>
        <label className="check">
          <input type="checkbox" name={`picture.${at}.remove`} value="yes" />
          Remove image {number}
        </label>
      </noscript>
      <Field
        label={`What image ${number} shows`}
        name={`picture.${at}.alt`}
        value={alt}
        maxLength={300}
        error={error}
        onChange={(event) => onEdit({ alt: event.target.value })}
      />
      {colours.length > 0 && (
        <Select
          label={`Colour of image ${number}`}
          name={`picture.${at}.colour`}
          value={colour}
          onChange={(event) => onEdit({ colour: event.target.value })}
        >
          <option value="">All colours</option>
          {colours.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </>
  );
}
