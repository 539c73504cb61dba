import { ImagePlus } from "lucide";
import { useLayoutEffect, useRef, useState } from "react";
import type { PictureDraft } from "../../../../shop/catalogue/edit/product-draft.ts";
import { movedTo } from "../../../../shop/text/listed-items.ts";
import { FieldError } from "../../../ui/forms/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useDrag } from "../../parts/use-drag.ts";
import { ImageItem } from "./image-item.tsx";
import type { usePictures } from "./use-upload.ts";

type Change = (change: (pictures: PictureDraft[]) => PictureDraft[]) => void;

/** The pictures in their order: moving keeps the focus, removing can be undone. */
function useTiles(pictures: PictureDraft[], onChange: Change) {
  const [message, setMessage] = useState("");
  const [removed, setRemoved] = useState<{ at: number; picture: PictureDraft } | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<{ key: string; on: string } | null>(null);
  // React moves elements by taking them out, which takes the focus from them.
  useLayoutEffect(() => {
    const to = focus.current;
    focus.current = null;
    if (to)
      list.current?.querySelector(`[data-item="${to.key}"]`)?.querySelector<HTMLElement>(to.on)?.focus();
  });
  return {
    list,
    message,
    canUndo: removed !== null,
    move(from: number, to: number, on: string) {
      const key = pictures[from]?.key;
      if (key === undefined || to < 0 || to >= pictures.length || from === to) return;
      focus.current = { key, on };
      onChange((all) => movedTo(all, from, to));
      setRemoved(null);
      setMessage(`Image ${from + 1} is now at place ${to + 1} of ${pictures.length}`);
    },
    remove(at: number) {
      const picture = pictures[at];
      if (!picture) return;
      onChange((all) => all.filter(({ key }) => key !== picture.key));
      setRemoved({ at, picture });
      setMessage(`Image ${at + 1} removed`);
    },
    undo() {
      if (!removed) return;
      const { at, picture } = removed;
      focus.current = { key: picture.key, on: "[data-move]" };
      onChange((all) => (all.some(({ key }) => key === picture.key) ? all : all.toSpliced(at, 0, picture)));
      setRemoved(null);
      setMessage(`Image ${at + 1} is back`);
    },
  };
}

/** Product pictures as tiles: upload with progress, sort by dragging, keys or buttons, remove with Undo. */
export function Images({
  pictures: { pictures, change: onChange, uploads, send },
  colours,
  errors,
}: {
  pictures: ReturnType<typeof usePictures>;
  /** Names of the product's colours. */
  colours: string[];
  errors: Record<string, string>;
}) {
  const { list, message, canUndo, move, remove, undo } = useTiles(pictures, onChange);
  const { drag, handle, dropMark } = useDrag({
    list,
    isGrid: true,
    move: (from, to) => move(from, to, "[data-move]"),
  });
  const edit = (at: number, part: Partial<PictureDraft>) =>
    onChange((all) => all.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div>
      {pictures.length > 0 && (
        <ol className="image-list sorted-list mb-4" ref={list}>
          {pictures.map((picture, at) => (
            <li
              key={picture.key}
              data-item={picture.key}
              data-dragged={drag?.from === at || undefined}
              data-drop={dropMark(at)}
            >
              <ImageItem
                picture={picture}
                at={at}
                count={pictures.length}
                colours={colours}
                error={errors[`picture.${at}.alt`]}
                handle={handle(at)}
                onMove={(to, focus) => move(at, to, focus)}
                onRemove={() => remove(at)}
                onEdit={(part) => edit(at, part)}
              />
            </li>
          ))}
        </ol>
      )}
      <div className={canUndo ? "flex flex-wrap items-center gap-3 mb-4" : ""}>
        <p className={canUndo ? "muted" : "sr-only"} role="status">
          {message}
        </p>
        {canUndo && (
          <button type="button" className="btn btn-secondary" onClick={undo}>
            Undo
          </button>
        )}
      </div>
      <label
        className="image-add flex items-center gap-3 px-4 py-3"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const files = [...event.dataTransfer.files];
          if (files.length > 0) void send(files);
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
