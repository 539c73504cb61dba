import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { z } from "zod/mini";
import type { PictureDraft } from "../../../../shop/catalogue/edit/product-draft.ts";
import { productMessages } from "../../../parts/messages/office/product-messages.ts";
import { showToast } from "../../../ui/toast.tsx";

/** A running upload. `done` in whole percent; `problem` is the error text once it was refused. */
export type Upload = { id: number; name: string; done: number; problem?: string };

const answerShape = z.union([
  z.object({ picture: z.object({ key: z.string() }) }),
  z.object({ refused: z.string() }),
]);

let lastId = 0;

/** Uploads pictures one by one with progress. `onStored` gets the key of each stored picture. */
function useUpload(onStored: (key: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));

  async function send(files: File[]) {
    const queue = files.map((file) => ({ file, id: ++lastId }));
    setUploads((all) => [
      ...all.filter(({ problem }) => !problem),
      ...queue.map(({ id, file }) => ({ id, name: file.name, done: 0 })),
    ]);
    const problems: string[] = [];
    for (const { file, id } of queue) {
      const answer = await sendOne(file, (done) => change(id, { done }));
      if ("picture" in answer) {
        setUploads((all) => all.filter((one) => one.id !== id));
        onStored(answer.picture.key);
      } else {
        problems.push(`${file.name}: ${answer.refused}`);
        change(id, { problem: answer.refused });
      }
    }
    showToast(
      problems.length === 0
        ? productMessages.imagesUploaded
        : { ...productMessages.imagesNotUploaded, text: problems.join(" ") },
    );
  }

  return { uploads, send };
}

/**
 * Keeps a form from being sent without the pictures that are still being uploaded: it is sent when they have arrived,
 * and stays open when one was refused. Call `holdBack` with each submit.
 */
function useSendAfterUploads(uploads: readonly Upload[]) {
  const held = useRef<HTMLFormElement>(null);
  const [isHeld, setIsHeld] = useState(false);
  const isUploading = uploads.some(({ problem }) => problem === undefined);
  const isRefused = uploads.some(({ problem }) => problem !== undefined);
  useEffect(() => {
    if (!isHeld || isUploading) return;
    setIsHeld(false);
    if (!isRefused) held.current?.requestSubmit();
  }, [isHeld, isUploading, isRefused]);
  return {
    isHeld,
    holdBack(event: SubmitEvent<HTMLFormElement>) {
      if (!isUploading) return;
      event.preventDefault();
      held.current = event.currentTarget;
      setIsHeld(true);
    },
  };
}

/** The pictures of a product's form and their uploads. In: those of its draft; called after each change. */
export function usePictures(first: PictureDraft[], touch: () => void) {
  const [pictures, setPictures] = useState(first);
  const change = (changed: (pictures: PictureDraft[]) => PictureDraft[]) => {
    setPictures(changed);
    touch();
  };
  const { uploads, send } = useUpload((key) =>
    change((all) => (all.some((one) => one.key === key) ? all : [...all, { key, alt: "", colour: "" }])),
  );
  return { pictures, change, uploads, send, ...useSendAfterUploads(uploads) };
}

/** XMLHttpRequest, because fetch() reports no upload progress. */
function sendOne(file: File, onProgress: (percent: number) => void): Promise<z.infer<typeof answerShape>> {
  const lost = { refused: "it did not arrive. Please try again." };
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total));
    request.onerror = () => resolve(lost);
    request.onload = () => {
      const answer = answerShape.safeParse(parsed(request.responseText));
      resolve(answer.success ? answer.data : lost);
    };
    const form = new FormData();
    form.set("picture", file);
    request.open("POST", href("/admin/pictures"));
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
