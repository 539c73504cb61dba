import { ArrowLeft, ArrowRight, X } from "lucide";
import type { PictureDraft } from "../../../../shop/catalogue/edit/product-draft.ts";
import { mediaPath } from "../../../../shop/catalogue/picture-address.ts";
import { Field, Select } from "../../../ui/forms/field.tsx";
import { Icon } from "../../../ui/icon.tsx";

/** One picture of a product with its controls and fields. `at`: its index among `count`, from 0. */
export function ImageItem({
  picture: { key, alt, colour },
  at,
  count,
  colours,
  error,
  onMove,
  onRemove,
  onEdit,
}: {
  picture: PictureDraft;
  at: number;
  count: number;
  colours: string[];
  error: string | undefined;
  onMove: (to: number) => void;
  onRemove: () => void;
  onEdit: (part: Partial<PictureDraft>) => void;
}) {
  return (
    <>
      <div className="pic">
        <img src={mediaPath({ key }, 240, "webp")} alt={alt || `Image ${at + 1}`} width="240" height="300" />
      </div>
      <input type="hidden" name={`picture.${at}.key`} value={key} />
      <div className="flex justify-between">
        <button
          type="button"
          className="icon-btn"
          aria-label={`Move image ${at + 1} earlier`}
          aria-disabled={at === 0}
          onClick={() => onMove(at - 1)}
        >
          <Icon of={ArrowLeft} />
        </button>
        <button
          type="button"
          className="icon-btn"
          aria-label={`Move image ${at + 1} later`}
          aria-disabled={at === count - 1}
          onClick={() => onMove(at + 1)}
        >
          <Icon of={ArrowRight} />
        </button>
        <button type="button" className="icon-btn" aria-label={`Remove image ${at + 1}`} onClick={onRemove}>
          <Icon of={X} />
        </button>
      </div>
      <noscript>
        <label className="check">
          <input type="checkbox" name={`picture.${at}.remove`} value="yes" />
          Remove image {at + 1}
        </label>
      </noscript>
      <Field
        label={`What image ${at + 1} shows`}
        name={`picture.${at}.alt`}
        value={alt}
        maxLength={300}
        error={error}
        onChange={(event) => onEdit({ alt: event.target.value })}
      />
      {colours.length > 0 && (
        <Select
          label={`Colour of image ${at + 1}`}
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
