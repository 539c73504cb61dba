import { ImagePlus } from "lucide";
import { useRef, useState } from "react";
import type { PictureDraft } from "../../../../shop/catalogue/edit/product-draft.ts";
import { FieldError } from "../../../ui/forms/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ImageItem } from "./image-item.tsx";
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
  const [message, setMessage] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= pictures.length || from === to) return;
    onChange((all) => moved(all, from, to));
    setMessage(`Image ${from + 1} is now at place ${to + 1} of ${pictures.length}`);
  };
  const remove = (at: number) => {
    onChange((all) => all.filter((_, index) => index !== at));
    setMessage(`Image ${at + 1} removed`);
  };
  const edit = (at: number, part: Partial<PictureDraft>) =>
    onChange((all) => all.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div>
      {pictures.length > 0 && (
        <ol className="image-list grid gap-4 mb-4" ref={list}>
          {pictures.map((picture, at) => (
            <li
              key={picture.key}
              draggable
              className={`grid gap-2 ${dragged === at ? "dragged" : ""}`}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                move(dragged, at);
              }}
            >
              <ImageItem
                picture={picture}
                at={at}
                count={pictures.length}
                colours={colours}
                error={errors[`picture.${at}.alt`]}
                onMove={(to) => move(at, to)}
                onRemove={() => remove(at)}
                onEdit={(part) => edit(at, part)}
              />
            </li>
          ))}
        </ol>
      )}
      <p className="sr-only" role="status">
        {message}
      </p>
      <label
        className="image-add flex items-center gap-3 px-4 py-3"
        onDragOver={(event) => dragged === null && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void send([...event.dataTransfer.files]);
        }}
      >
        <Icon of={ImagePlus} />
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
        <ul aria-label="Uploads">
          {uploads.map(({ id, name, done, problem }) => (
            <li key={id} className="flex flex-wrap items-center gap-3 mt-3 wrap-anywhere">
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
