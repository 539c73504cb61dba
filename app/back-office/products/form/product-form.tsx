import { useEffect, useState } from "react";
import { href } from "react-router";
import { readCategoryChoice } from "../../../../shop/catalogue/category-choice.ts";
import {
  type ProductDraft,
  readDraft,
  type VariantDraft,
} from "../../../../shop/catalogue/edit/product-draft.ts";
import type { FormChoices } from "../../../../shop/catalogue/edit/product-to-edit.server.ts";
import { optionsOf, variantMatrix } from "../../../../shop/catalogue/edit/variant-matrix.ts";
import { detailsTitle, namesMaterial, typedFields } from "../../../../shop/catalogue/kinds/attribute-sets.ts";
import { orderOfScales } from "../../../../shop/catalogue/kinds/sizes.ts";
import { AnswerForm } from "../../../ui/forms/answer-form.tsx";
import { ToastOnArrival } from "../../../ui/toast.tsx";
import { DataFields } from "../../parts/data-fields.tsx";
import { DraftRestored, useFormDraft } from "../../parts/form-draft.tsx";
import { SaveBar, useUnsaved } from "../../parts/save-bar.tsx";
import { Panel } from "../../parts/screen-head.tsx";
import type { ProductAnswer } from "./answer.server.ts";
import { SaveConflict } from "./conflict.tsx";
import { Images } from "./images.tsx";
import { Measures } from "./measures.tsx";
import { Options } from "./options.tsx";
import { BasicFields, FactFields, OrganiseFields } from "./plain-fields.tsx";
import { usePictures } from "./use-upload.ts";
import { Variants } from "./variants.tsx";

type Props = {
  draft: ProductDraft;
  choices: FormChoices;
  /** The names of the collections that have it by their rules. */
  byRule?: readonly string[];
  answer: ProductAnswer | undefined;
  button: "Create Product" | "Update Product";
  /** The GST rate of the saved product and its reason, in words; null: it has none. */
  rate?: string | null;
};

/** The form of a new or an existing product. `answer`: the result when it was not saved. */
export function ProductForm({ draft, ...props }: Props) {
  const work = useFormDraft();
  const { restored } = work;
  return (
    <>
      {restored && <DraftRestored discard={work.discard} />}
      <Fields
        // A restored draft sets the initial values.
        key={restored ? "restored" : "saved"}
        draft={restored ? readDraft(restored) : draft}
        work={work}
        {...props}
      />
    </>
  );
}

/** The draft of an answer: what was typed, when the server failed before it could read it. */
export function draftOf(answer: ProductAnswer | undefined): ProductDraft | undefined {
  return answer?.draft ?? (answer?.typed && readDraft(new Map(Object.entries(answer.typed))));
}

/** The chosen category, with its set of details and its sizes. */
function kindOf({ categories, sets, scales }: FormChoices, categoryId: string) {
  const choice = readCategoryChoice(categoryId);
  const category = categories.find(({ id }) => id === categoryId);
  const setKey = choice && "set" in choice ? choice.set : category?.kind;
  const set = sets.find(({ key }) => key === setKey);
  const scale = scales.find(({ key }) => key === (category?.sizeScale ?? set?.sizeScale));
  return { category, set, scale };
}

/** The rows of the table of variants, and how often it was made: here, or by the server for options that had no row. */
function useVariants(start: ProductDraft, answer: ProductAnswer | undefined) {
  const [variants, setVariants] = useState(start.variants);
  const [made, setMade] = useState(0);
  const [answered, setAnswered] = useState(answer);
  const makeTable = (change: (rows: VariantDraft[]) => VariantDraft[]) => {
    setVariants(change);
    setMade(made + 1);
  };
  if (answer !== answered) {
    setAnswered(answer);
    const rows = answer?.errors?.variants && answer.draft?.variants;
    if (rows) makeTable(() => rows);
  }
  return { variants, setVariants, made, makeTable };
}

function Fields({
  draft,
  choices,
  byRule = [],
  answer,
  button,
  work,
  rate = null,
}: Props & { work: ReturnType<typeof useFormDraft> }) {
  const start = draftOf(answer) ?? draft;
  const [categoryId, setCategoryId] = useState(start.categoryId);
  const { variants, setVariants, made, makeTable } = useVariants(start, answer);
  const { dirty, touch, watch } = useUnsaved();
  const pictures = usePictures(start.pictures, touch);
  const { form, keep, restored } = work;
  const errors = answer?.errors ?? {};
  // What buttons change is typed work too; it is in the form's fields after this render.
  useEffect(() => {
    if (dirty) keep();
  });
  const { category, set, scale } = kindOf(choices, categoryId);
  const order = orderOfScales(choices.scales.map(({ sizes }) => sizes));
  const options = optionsOf(variants, order);
  return (
    <AnswerForm
      answer={answer}
      className=""
      encType="multipart/form-data"
      ref={form}
      onInput={keep}
      onSubmit={(event) => {
        keep();
        pictures.holdBack(event);
      }}
      {...watch}
    >
      {/* Enter submits the first button of a form, so the first one saves. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        {button}
      </button>
      <ToastOnArrival toast={answer?.toast ?? null} />
      <input type="hidden" name="version" value={start.version} />
      {answer && <SaveConflict answer={answer} />}
      <div className="panels form-and-side">
        <div className="panels">
          <Panel id="basics" title="Basics">
            <BasicFields draft={start} />
          </Panel>
          <Panel id="images" title="Images" aside={<span className="muted">The first is the cover</span>}>
            <Images pictures={pictures} colours={options.colours.map(({ name }) => name)} errors={errors} />
          </Panel>
          <Panel id="variants" title="Variants">
            <Options
              // The empty fields of colours begin anew with the table.
              key={made}
              allowed={scale?.sizes ?? null}
              hasCategory={categoryId !== ""}
              sizes={options.sizes}
              colours={options.colours}
              onMake={({ sizes, colours }) => {
                makeTable((rows) => variantMatrix(rows, sizes, colours, order));
                touch();
              }}
            />
            <Variants
              rows={variants}
              errors={errors}
              made={made}
              onChange={(change) => {
                setVariants(change);
                touch();
              }}
            />
          </Panel>
          {set && set.measures.length > 0 && options.sizes.length > 0 && (
            <Panel title="Measures">
              <Measures
                columns={set.measures}
                sizes={options.sizes}
                measures={start.measures}
                errors={errors}
              />
            </Panel>
          )}
        </div>
        <div className="panels">
          <Panel id="organise" title="Organise">
            <OrganiseFields
              draft={start}
              choices={choices}
              byRule={byRule}
              categoryId={categoryId}
              onCategory={setCategoryId}
            />
          </Panel>
          {set && typedFields(set.fields).length > 0 && (
            <Panel key={set.key} title={detailsTitle(set, category?.name ?? "")}>
              <DataFields fields={typedFields(set.fields)} texts={start.details} prefix="detail." />
            </Panel>
          )}
          <Panel id="facts" title="Product details">
            <FactFields
              draft={start}
              materialAbove={namesMaterial(set ?? null)}
              rate={rate}
              usualCode={category?.hsnCode ?? null}
            />
          </Panel>
        </div>
      </div>
      <SaveBar
        dirty={dirty || restored !== null}
        waitsFor={pictures.isHeld ? "Images are being uploaded. Then it is saved." : undefined}
        button={button}
        cancelTo={href("/admin/products")}
      />
    </AnswerForm>
  );
}
