import { type ChangeEvent, type CSSProperties, type ReactNode, useId, useState } from "react";
import {
  type BrandPictureField,
  brandPicturePath,
  brandPictures,
  fitted,
  pairings,
  pictureFields,
  pictureOf,
} from "../../../shop/brand/brand.ts";
import {
  contrast,
  contrastFailures,
  pairs,
  type Scheme,
  schemesOf,
  shippedColours,
} from "../../../shop/brand/colours.ts";
import { Field, FieldError, Select } from "../../ui/forms/field.tsx";
import { FileField } from "../../ui/forms/file-field.tsx";
import { type FieldTexts, useFormField } from "../../ui/forms/form-context.ts";
import { Panel } from "../parts/screen-head.tsx";

type Props = { shown: FieldTexts; theirs: FieldTexts | undefined };

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** The fields of the brand, with the contrast of the colours while they are chosen. */
export function BrandFields({ shown, theirs }: Props) {
  const [accent, setAccent] = useState(shown.accent ?? shippedColours.accent);
  const [background, setBackground] = useState(shown.background ?? shippedColours.background);
  return (
    <>
      <Panel title="Colours">
        <div className="grid gap-4">
          <Colour
            label="Accent colour"
            name="accent"
            value={accent}
            set={setAccent}
            hint="Buttons and links; announcement bar and footer get a dark shade of it."
            theirs={theirs?.accent}
          />
          <Colour
            label="Background colour"
            name="background"
            value={background}
            set={setBackground}
            hint="Of every page: a light or a dark colour. Phones in dark mode get a dark one in any case."
            theirs={theirs?.background}
          />
          {isColour(accent) && isColour(background) && (
            <Contrast accent={accent.toLowerCase()} background={background.toLowerCase()} />
          )}
        </div>
      </Panel>
      <Panel title="Type and pattern">
        <div className="grid gap-4">
          <Select
            label="Typefaces"
            name="pairing"
            defaultValue={shown.pairing ?? "block"}
            choices={Object.entries(pairings).map(([value, label]) => ({ value, label }))}
          />
          <label className="check">
            <input type="checkbox" name="hasPattern" defaultChecked={Boolean(shown.hasPattern)} />
            <span>
              Show the block-print pattern
              <small className="block muted">The printed borders and the zigzag at the edges of bars.</small>
            </span>
          </label>
        </div>
      </Panel>
      <Panel title="Logo and icon">
        <div className="grid gap-6">
          {pictureFields.map((field) => (
            <PictureField key={field} field={field} value={shown[field] ?? ""} />
          ))}
        </div>
      </Panel>
    </>
  );
}

/** The browser's colour picker beside the field for the code; without scripts only the field. */
function Colour({
  label,
  name,
  value,
  set,
  hint,
  theirs,
}: {
  label: string;
  name: string;
  value: string;
  set: (value: string) => void;
  hint: string;
  theirs: string | undefined;
}) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => set(target.value);
  const differs = theirs !== undefined && theirs !== value;
  return (
    <div className="flex items-start gap-3">
      <input
        type="color"
        className="colour-well"
        aria-label={`${label}: choose`}
        value={isColour(value) ? value.toLowerCase() : "#000000"}
        onChange={take}
      />
      <div className="grow">
        <Field
          label={label}
          name={name}
          value={value}
          onChange={take}
          autoComplete="off"
          spellCheck={false}
          maxLength={9}
          hint={differs ? `Saved meanwhile: ${theirs}` : hint}
        />
      </div>
    </div>
  );
}

/** The pairs that are listed always; of the others those that do not pass. */
const listed = new Set([
  "Text on the background",
  "Links on the background",
  "Buttons on the background",
  "Text on buttons",
  "Prices and errors on the background",
  "Text in the footer",
]);

function Contrast({ accent, background }: { accent: string; background: string }) {
  const schemes = schemesOf(accent, background);
  const failures = contrastFailures(schemes);
  const { act, paper } = schemes.light;
  const moved = act !== accent;
  return (
    <section aria-label="Contrast" className="grid gap-3">
      <p role="status">
        {failures.length === 0 ? (
          <>
            <span className="badge ok">Passes</span> Everything can be read (WCAG AA), in light and dark mode.
          </>
        ) : (
          <>
            <span className="badge bad">Does not pass</span> {failures.length} pairs of colours could not be
            read, so it cannot be published. Choose a lighter or a darker background.
          </>
        )}
        {moved && failures.length === 0 && (
          <span className="block">
            The accent has a contrast of {contrast(accent, paper).toFixed(1)} to 1 on the background, too
            little to see buttons: they are drawn in <code>{act}</code> instead.
          </span>
        )}
      </p>
      <div className="panels halves">
        {(["light", "dark"] as const).map((name) => (
          <Sample key={name} title={name === "light" ? "Light mode" : "Dark mode"} scheme={schemes[name]} />
        ))}
      </div>
    </section>
  );
}

function Sample({ title, scheme }: { title: string; scheme: Scheme }) {
  const rows = pairs
    .map((pair) => ({ ...pair, found: contrast(scheme[pair.over], scheme[pair.ground]) }))
    .filter(({ name, found, least }) => listed.has(name) || found < least);
  return (
    <div className="grid gap-2 content-start">
      <h3>{title}</h3>
      <Shown scheme={scheme} />
      <ul className="grid gap-1 text-small">
        {rows.map(({ name, found, least }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-3">
            <span>{name}</span>
            <span className={found < least ? "badge bad" : "muted"}>
              {(Math.floor(found * 10) / 10).toFixed(1)} : 1, {found < least ? "does not pass" : "passes"}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A small page in the colours of a scheme; screen readers have the list below. */
function Shown({ scheme }: { scheme: Scheme }) {
  const on = (background: string, color: string): CSSProperties => ({ background, color });
  return (
    <div
      className="border border-line text-small forced-color-adjust-none"
      style={on(scheme.paper, scheme.ink)}
      aria-hidden="true"
    >
      <div className="px-3 py-1" style={on(scheme.hem, scheme["hem-ink"])}>
        Announcement
      </div>
      <div className="p-3 grid gap-2">
        <span>
          Text, <span style={{ color: scheme["ink-2"] }}>secondary text</span> and{" "}
          <span className="underline" style={{ color: scheme.indigo }}>
            a link
          </span>
        </span>
        <span className="flex flex-wrap gap-2">
          <span className="px-3 py-1 font-medium" style={on(scheme.act, scheme["on-act"])}>
            Add to Cart
          </span>
          <span className="px-3 py-1" style={on(scheme.wash, scheme.indigo)}>
            Selected
          </span>
        </span>
      </div>
    </div>
  );
}

const hints: Record<BrandPictureField, string> = {
  logo: "In header, footer, emails and on invoices, at most 36 pixels high. Without one the name is written.",
  logoDark: "Shown in dark mode and in the footer. Without one the logo stands on a light plate there.",
  icon: "Square, at least 192 pixels. In tabs, on home screens, beside the name where there is no logo.",
};

function PictureField({ field, value }: { field: BrandPictureField; value: string }) {
  const id = useId();
  const picture = pictureOf(value);
  const label = brandPictures[field];
  const { error } = useFormField(field);
  let current: ReactNode = null;
  if (picture) {
    const isIcon = field === "icon";
    const size = fitted(picture, isIcon ? { width: 64, height: 64 } : { width: 240, height: 48 });
    current = (
      <div className="grid gap-2">
        <span className={`brand-sample ${field === "logoDark" ? "dark" : ""}`}>
          <img
            src={brandPicturePath(picture, isIcon ? "96" : "logo")}
            alt={`${label}, as it is`}
            width={size.width}
            height={size.height}
          />
        </span>
        <label className="check">
          <input type="checkbox" name={`${field}Remove`} />
          <span>Remove it</span>
        </label>
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <input type="hidden" name={field} value={value} />
      <FileField
        label={label}
        name={`${field}File`}
        optional
        accept="image/svg+xml,image/png,image/webp,image/jpeg,image/avif"
        hint={`${hints[field]} SVG, PNG, WebP, JPEG or AVIF.`}
      />
      <FieldError id={id} error={error} />
      {current}
    </div>
  );
}
