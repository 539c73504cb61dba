import { href, Link } from "react-router";
import { brandPicturePath } from "../../../shop/brand/brand.ts";
import { dayInIndia, longDate } from "../../../shop/dates.ts";
import { continueSeries, seriesStates } from "../../../shop/invoices/issued-documents.server.ts";
import { saveSignature, signatureVersion } from "../../../shop/invoices/signature.server.ts";
import { grouped, plural } from "../../../shop/money.ts";
import { untaxedProducts } from "../../../shop/reports/untaxed-products.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { taxRates, withdrawTaxRate } from "../../../shop/settings/tax-rates.server.ts";
import { builtInRates, goodsOf } from "../../../shop/tax/built-in-rates.ts";
import { rateInForce, rateWords, type TaxRate } from "../../../shop/tax/rates.ts";
import { accept, refuse, refuseFields } from "../../http/forms/answer.server.ts";
import { uploadForm } from "../../http/forms/upload-form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { AnswerMessage } from "../../parts/answer-message.tsx";
import { brandPictureRefusals } from "../../parts/messages/office/brand-picture-messages.ts";
import { servicesContext } from "../../services-context.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { FileField } from "../../ui/forms/file-field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/taxes";

const maxMegabytes = 8.5;

/** A row: the rate of one prefix, or of all of a built-in class of goods, and its state today. */
type ListedRate = TaxRate & {
  prefixes: string[];
  goods: string;
  isOwn: boolean;
  state: "in force" | "replaced" | "to come";
};

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { clock, db } = services;
  const now = clock.now();
  const [{ rates: own, version }, settings] = await Promise.all([taxRates(services), shopSettings(services)]);
  const [untaxed, series] = await Promise.all([
    untaxedProducts(services, { ...settings, taxRates: own }),
    seriesStates(db, now, settings.invoices),
  ]);
  const today = dayInIndia(now);
  const listed = (rate: TaxRate, isOwn: boolean): ListedRate => {
    const current = rateInForce(rate.prefix || null, now, own);
    const state = rate.from > today ? "to come" : sameRate(rate, current) ? "in force" : "replaced";
    const goods = goodsOf(rate.prefix) ?? (rate.prefix === "" ? "Products without a known code" : "");
    return { ...rate, prefixes: [rate.prefix], goods, isOwn, state };
  };
  const builtIn = builtInRates.map((rate) => listed(rate, false)).filter(({ state }) => state !== "replaced");
  const rows = [...own.map((rate) => listed(rate, true)).toReversed(), ...byGoods(builtIn)];
  const { signature } = settings.invoices;
  return {
    rows,
    version,
    untaxed,
    series,
    signature: signature && { ...signature, address: brandPicturePath(signature, "logo") },
    signatureVersion: await signatureVersion(services),
  };
}

/** Neighbours of one class of goods as one row. */
function byGoods(rates: ListedRate[]): ListedRate[] {
  const rows: ListedRate[] = [];
  for (const rate of rates) {
    const last = rows.at(-1);
    if (last?.goods === rate.goods && last.from === rate.from) last.prefixes.push(rate.prefix);
    else rows.push(rate);
  }
  return rows;
}

function sameRate(one: TaxRate, other: TaxRate | null): boolean {
  return (
    other !== null && one.prefix === other.prefix && one.from === other.from && one.source === other.source
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const form = await uploadForm({ request, context }, maxMegabytes);
  if (!form) return refuseFields({ signature: "It has more than 8 MB." }, 413);
  const { fields, files } = form;
  const intent = fields.get("intent");
  if (intent === "signature" || intent === "no-signature") {
    const [bytes] = files.get("signature") ?? [];
    if (intent === "signature" && !bytes)
      return refuseFields({ signature: "Please choose a picture." }, 400, fields);
    const saved = await saveSignature(services, {
      actor,
      bytes: intent === "signature" ? (bytes ?? null) : null,
      version: fields.get("version") ?? "",
    });
    if (saved.ok) return accept("signatureSaved");
    return saved.refused === "changed-meanwhile"
      ? refuse(["changedMeanwhile", 409], fields)
      : refuseFields({ signature: `It was not taken: ${brandPictureRefusals[saved.refused]}` }, 422, fields);
  }
  if (intent === "withdraw") {
    const done = await withdrawTaxRate(services, {
      actor,
      prefix: fields.get("prefix") ?? "",
      from: fields.get("from") ?? "",
      version: fields.get("version") ?? "",
    });
    return done.ok ? accept("taxRateWithdrawn") : refuse(["taxRateStays", 409]);
  }
  const kind = fields.get("kind");
  const typed = (fields.get("next") ?? "").trim();
  if (kind !== "invoice" && kind !== "credit-note") return refuse(["seriesHasBegun", 400]);
  if (!/^[1-9]\d{0,5}$/.test(typed))
    return refuseFields({ next: "A whole number from 1 to 999999." }, 400, fields, { kind });
  const year = fields.get("year") ?? "";
  const done = await continueSeries(services, { actor, kind, year, next: Number(typed) });
  if (done.ok) return accept("seriesContinued");
  return refuse([done.refused === "issued" ? "seriesHasBegun" : "seriesOfOtherYear", 409]);
}

const seriesNames = { invoice: "Invoices and bills of supply", "credit-note": "Credit notes" };

export default function Taxes({ loaderData, actionData }: Route.ComponentProps) {
  useLiveUpdates(["products", "settings"]);
  const answer = useLastAnswer(actionData);
  const { rows, version, untaxed, series } = loaderData;
  const wrongKind = answer && "kind" in answer ? answer.kind : null;
  return (
    <>
      <ScreenHead
        title="Taxes"
        text="GST by HSN code. The longest code that fits counts, and of its rates the newest. What was invoiced never changes."
      >
        <Link className="btn btn-primary" to={href("/admin/taxes/new")}>
          New rate
        </Link>
      </ScreenHead>
      <div className="grid gap-5">
        <AnswerMessage answer={answer} />
        {untaxed.count > 0 && <Untaxed {...untaxed} />}
        <Panel title="Numbers of this financial year">
          <p className="muted pb-3">
            How they begin is set in{" "}
            <Link className="link" to={`${href("/admin/settings")}?part=legal`}>
              Settings, Company and tax
            </Link>
            . A series begun elsewhere can be continued until its first document is issued here.
          </p>
          <ul className="rows">
            {series.map(({ kind, year, issued, next }) => (
              <li key={kind} className="flex-wrap items-end py-3">
                <div>
                  <p className="font-medium">{seriesNames[kind]}</p>
                  <p className="muted">
                    {issued === 0 ? "None issued" : `${grouped(issued)} issued`}. Next: {next}
                  </p>
                </div>
                {issued === 0 && (
                  <AnswerForm
                    className="flex flex-wrap items-end gap-2"
                    answer={wrongKind === kind ? answer : undefined}
                    aria-label={`Continue ${seriesNames[kind].toLowerCase()}`}
                  >
                    <input type="hidden" name="intent" value="continue" />
                    <input type="hidden" name="kind" value={kind} />
                    <input type="hidden" name="year" value={year} />
                    <Field label="Count of the next one" name="next" inputMode="numeric" autoComplete="off" />
                    <button type="submit" className="btn btn-secondary">
                      Set
                    </button>
                  </AnswerForm>
                )}
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Rates">
          <ul className="rows">
            {rows.map((rate) => (
              <RateRow key={`${rate.prefix} ${rate.from} ${rate.isOwn}`} rate={rate} version={version} />
            ))}
          </ul>
        </Panel>
        <Signature
          key={loaderData.signatureVersion}
          shown={loaderData.signature}
          version={loaderData.signatureVersion}
          answer={answer && !("kind" in answer) ? answer : undefined}
        />
      </div>
    </>
  );
}

function Signature({
  shown,
  version,
  answer,
}: {
  shown: Route.ComponentProps["loaderData"]["signature"];
  version: string;
  answer: FormAnswer | undefined;
}) {
  return (
    <Panel title="Signature on invoices">
      <p className="muted pb-3">Printed above “Authorised signatory” on invoices from now on.</p>
      {shown && (
        <img
          className="record-picture mb-4"
          src={shown.address}
          width={shown.width}
          height={shown.height}
          alt="The signature"
        />
      )}
      <div className="flex flex-wrap items-end gap-3">
        <AnswerForm className="office-form" encType="multipart/form-data" answer={answer}>
          <input type="hidden" name="intent" value="signature" />
          <input type="hidden" name="version" value={version} />
          <FileField
            label={shown ? "Another picture" : "Picture"}
            name="signature"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            hint="Dark ink on a white or transparent ground."
          />
          <button type="submit" className="btn btn-secondary">
            {shown ? "Replace the signature" : "Add the signature"}
          </button>
        </AnswerForm>
        {shown && (
          <ActionButton fields={{ intent: "no-signature", version }} label="Remove the signature">
            Remove
          </ActionButton>
        )}
      </div>
    </Panel>
  );
}

function RateRow({ rate, version }: { rate: ListedRate; version: string }) {
  const { prefix, prefixes, goods, from, source, isOwn, state } = rate;
  const code = prefix === "" ? "No code" : `HSN ${prefixes.join(", ")}`;
  return (
    <li className="flex-wrap items-start py-3">
      <div className="min-w-0 wrap-anywhere">
        <p>
          <b className="font-medium">{code}</b> {prefix !== "" && goods}
        </p>
        <p>{rateWords(rate)}</p>
        <p className="text-small muted">
          From {longDate(from)}. {source}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isOwn && <span className="badge">Yours</span>}
        {state !== "in force" && (
          <span className="badge">{state === "to come" ? "To come" : "Replaced"}</span>
        )}
        {isOwn && state === "to come" && (
          <Confirm
            id={`withdraw-${prefix || "none"}-${from}`}
            open="Withdraw"
            openLabel={`Withdraw the rate of ${code} from ${longDate(from)}`}
            openClass="btn btn-secondary"
            title={`Withdraw the rate of ${code}?`}
            text={`It would come into force on ${longDate(from)}.`}
            button="Withdraw"
            fields={{ intent: "withdraw", prefix, from, version }}
          />
        )}
      </div>
    </li>
  );
}

function Untaxed({ count, first }: Route.ComponentProps["loaderData"]["untaxed"]) {
  return (
    <Panel title={`${plural(count, "product")} without a rate`}>
      <p className="muted pb-3">Their orders get no tax invoice until there is one.</p>
      <ul className="rows">
        {first.map(({ id, name, hsnCode }) => (
          <li key={id} className="py-2">
            <Link className="link wrap-anywhere" to={href("/admin/products/:id", { id })}>
              {name}
            </Link>
            <span className="muted">{hsnCode ? `HSN ${hsnCode}` : "No HSN code"}</span>
          </li>
        ))}
      </ul>
      {count > first.length && <p className="muted py-3">The first {first.length} by name.</p>}
    </Panel>
  );
}
