import { ArrowLeft, ArrowRight, ImagePlus, X } from "lucide-react";
import { useRef, useState } from "react";
import type { PictureDraft } from "../../../../shop/catalogue/edit/product-draft.ts";
import { mediaPath } from "../../../../shop/catalogue/picture-address.ts";
import { Field } from "../../../ui/field.tsx";
import { FieldError } from "../../../ui/field-error.tsx";
import { Select } from "../../../ui/select.tsx";
import { useUpload } from "./use-upload.ts";

/** Product pictures: upload with progress, reorder by dragging or keys, remove. */
export function Images({
  pictures,
  colours,
  errors,
  onChange,
}: {
  pictures: PictureDraft[];
  /** Names of the product's colours. */
  colours: string[];
  errors: Record<string, string>;
  onChange: (change: (pictures: PictureDraft[]) => PictureDraft[]) => void;
}) {
  const { uploads, send } = useUpload((key) =>
    onChange((all) => (all.some((one) => one.key === key) ? all : [...all, { key, alt: "", colour: "" }])),
  );
  const [dragged, setDragged] = useState<number | null>(null);
  const [message, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= pictures.length || from === to) return;
    onChange((all) => moved(all, from, to));
    setSaid(`Image ${from + 1} is now at place ${to + 1} of ${pictures.length}`);
  };
  const edit = (at: number, part: Partial<PictureDraft>) =>
    onChange((all) => all.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div className="images">
      {pictures.length > 0 && (
        <ol className="image-list" ref={list}>
          {pictures.map(({ key, alt, colour }, at) => (
            <li
              key={key}
              draggable
              className={dragged === at ? "dragged" : undefined}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                move(dragged, at);
              }}
            >
              <img
                src={mediaPath({ key }, 240, "webp")}
                alt={alt || `Image ${at + 1}`}
                width="240"
                height="300"
              />
              <input type="hidden" name={`picture.${at}.key`} value={key} />
              <div className="image-keys">
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`Move image ${at + 1} earlier`}
                  aria-disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <ArrowLeft className="icon" aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`Move image ${at + 1} later`}
                  aria-disabled={at === pictures.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <ArrowRight className="icon" aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`Remove image ${at + 1}`}
                  onClick={() => {
                    onChange((all) => all.filter((_, index) => index !== at));
                    setSaid(`Image ${at + 1} removed`);
                  }}
                >
                  <X className="icon" aria-hidden="true" />
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
                error={errors[`picture.${at}.alt`]}
                onChange={(event) => edit(at, { alt: event.target.value })}
              />
              {colours.length > 0 && (
                <Select
                  label={`Colour of image ${at + 1}`}
                  name={`picture.${at}.colour`}
                  value={colour}
                  onChange={(event) => edit(at, { colour: event.target.value })}
                >
                  <option value="">All colours</option>
                  {colours.map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </li>
          ))}
        </ol>
      )}
      <p className="sr-only" role="status">
        {message}
      </p>
      <label
        className="image-add"
        onDragOver={(event) => dragged === null && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void send([...event.dataTransfer.files]);
        }}
      >
        <ImagePlus className="icon" aria-hidden="true" />
        <span>
          Add images
          <small>JPEG, PNG, WebP or AVIF, up to 8 MB each</small>
        </span>
        <input
          type="file"
          name="files"
          multiple
          accept="image/jpeg,image/png,image/webp,image/avif"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = "";
            if (files.length > 0) void send(files);
          }}
        />
      </label>
      {uploads.length > 0 && (
        <ul className="upload-list" aria-label="Uploads">
          {uploads.map(({ id, name, done, problem }) => (
            <li key={id}>
              <span>{name}</span>
              {problem ? (
                <span className="field-error">{problem}</span>
              ) : (
                <progress max={100} value={done} aria-label={`Uploading ${name}`} />
              )}
            </li>
          ))}
        </ul>
      )}
      <FieldError id="pictures-error" error={errors.pictures} />
    </div>
  );
}

function moved<Item>(all: Item[], from: number, to: number): Item[] {
  const rest = all.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...all.slice(from, from + 1), ...rest.slice(to)];
}
