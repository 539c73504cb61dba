import { useEffect } from "react";
import { Form, href, useRevalidator } from "react-router";
import { readImportRun } from "../../../shop/import/runs.server.ts";
import { startImport } from "../../../shop/import/start-import.server.ts";
import { undoable, undoImport } from "../../../shop/import/undo-import.server.ts";
import { plural } from "../../../shop/money.ts";
import { redirectWithToast, refuse } from "../../http/forms/answer.server.ts";
import { formLists } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import { Confirm } from "../parts/confirm.tsx";
import { May } from "../parts/may.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/run";
import { fetchRefusalLabels, importWords } from "./import-words.ts";
import { importSummary, Problems, picturesSummary, Types } from "./report.tsx";

const lookAgain = 2_000;

export async function loader({ context, params }: Route.LoaderArgs) {
  const run = await readImportRun(context.get(servicesContext), params.id);
  if (!run) throw new Response("No such import", { status: 404 });
  const { made, sold } = await undoable(context.get(servicesContext), params.id);
  return { run, undo: run.status === "done" && made > 0 ? { made, sold } : null };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const fields = await formLists({ request, context });
  if (fields.get("intent")?.[0] === "undo") {
    const undone = await undoImport(context.get(servicesContext), { actor, id: params.id });
    if (!undone.ok) return refuse([undone.refused === "sold" ? "importSold" : "importNotUndone", 409]);
    return redirectWithToast(href("/admin/import/:id", { id: params.id }), "importUndone");
  }
  const answers = fields.get("category") ?? [];
  const types = new Map((fields.get("type") ?? []).map((type, at) => [type, answers[at] ?? ""]));
  const started = await startImport(context.get(servicesContext), { actor, id: params.id, types });
  if (!started.ok) return refuse(["importDone", started.refused === "not-found" ? 404 : 409]);
  return redirectWithToast(href("/admin/import/:id", { id: params.id }), "importStarted");
}

export default function Run({ loaderData: { run, undo }, actionData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const running = run.status === "running";
  useToast(useLastAnswer(actionData)?.toast);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => void revalidate(), lookAgain);
    return () => clearInterval(timer);
  }, [running, revalidate]);
  const { waiting, created, updated, failed } = run.counts;
  const done = created + updated + failed;
  const start = "start-import";
  return (
    <>
      <ScreenHead title={run.fileName} back={{ to: href("/admin/import"), label: "Import" }}>
        {run.status !== "done" && waiting > 0 && (
          <button type="submit" form={start} className="btn btn-primary">
            {running ? "Carry on, if it has stopped" : `Import ${plural(waiting, "product")}`}
          </button>
        )}
        {undo && undo.sold === 0 && (
          <May permission="catalogue.edit">
            <Confirm
              id="undo-import"
              open="Undo"
              title={`Delete the ${plural(undo.made, "product")} that this import made?`}
              text="What it changed of other products stays as it is. This cannot be undone."
              button="Delete them"
              fields={{ intent: "undo" }}
            />
          </May>
        )}
      </ScreenHead>
      {undo && undo.sold > 0 && (
        <p className="muted mb-4">
          It cannot be undone any more:{" "}
          {undo.sold === 1 ? "one of its products was" : `${undo.sold} of its products were`} ordered or
          reserved.
        </p>
      )}
      <Form method="post" id={start} className="panels" aria-label="Start the import">
        <Panel title={run.status === "done" ? "Done" : running ? "Running" : "What would happen"}>
          {running && (
            <progress
              max={waiting + done}
              value={done}
              aria-label={`${done} of ${waiting + done} products`}
            />
          )}
          <p role="status">{importSummary(run)}</p>
          {run.pictures.named > 0 && <p className="mt-3">{picturesSummary(run)}</p>}
        </Panel>
        {run.types.length > 0 && <Types types={run.types} categories={run.categories} sets={run.sets} />}
        {run.problems.length > 0 && <Problems problems={run.problems} />}
        {run.pictures.failures.length > 0 && (
          <Panel title="Pictures that could not be fetched">
            <ul className="grid gap-2 wrap-anywhere">
              {run.pictures.failures.map(({ url, refused }) => (
                <li key={url}>
                  {url}: {fetchRefusalLabels[refused] ?? refused}
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {run.noted.length > 0 && (
          <Panel title={run.status === "done" ? "Needs review" : "Not imported"}>
            <ul className="grid gap-2 wrap-anywhere">
              {run.noted.map(({ slug, state, message }) => (
                <li key={slug}>
                  <b>{slug}</b>:{" "}
                  {state === "skipped" ? "not imported, " : state === "failed" ? "failed, " : ""}
                  {importWords(message)}
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </Form>
    </>
  );
}
