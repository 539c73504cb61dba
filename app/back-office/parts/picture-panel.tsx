import { Form, Link } from "react-router";
import type { ListImage } from "../../../shop/catalogue/catalogue.ts";
import { ResponsivePicture } from "../../parts/picture.tsx";
import { FileField } from "../../ui/forms/file-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel, ScreenHead } from "./screen-head.tsx";

/**
 * The picture of a record with the form that replaces it. A form of its own: it works without scripts, and a refused
 * picture loses no text. `action`: the address that takes it (`storeUploadedPicture`).
 */
export function PicturePanel({
  picture,
  alt,
  action,
  hint = "",
}: {
  picture: ListImage | null;
  alt: string;
  action: string;
  /** What the picture is for. */
  hint?: string;
}) {
  return (
    <Panel title="Picture" className="record-panel">
      {picture && (
        <div className="record-picture mb-4">
          <ResponsivePicture picture={picture} alt={alt} sizes="12rem" />
        </div>
      )}
      <Form method="post" action={action} encType="multipart/form-data" className="grid gap-5">
        <FileField
          label={picture ? "Another picture" : "Picture"}
          name="picture"
          accept="image/jpeg,image/png,image/webp,image/avif"
          hint={`${hint} JPEG, PNG, WebP or AVIF up to 8 MB. Save the text first; it is not part of this form.`.trim()}
        />
        <button type="submit" className="btn btn-secondary justify-self-start">
          {picture ? "Replace the picture" : "Add the picture"}
        </button>
      </Form>
    </Panel>
  );
}

/** The screen of the form's address, shown only when a picture was refused. */
export function PictureRefused({
  why,
  back,
  record,
}: {
  why: string | undefined;
  back: string;
  /** "collection". */
  record: string;
}) {
  return (
    <>
      <ScreenHead title="Picture" back={{ to: back, label: `Back to the ${record}` }} />
      {why && <Notice tone="wrong" title="Nothing was saved" text={why} />}
      <Link className="btn btn-primary" to={back}>
        Back to the {record}
      </Link>
    </>
  );
}
