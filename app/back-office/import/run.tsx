import { useEffect } from "react";
import { data, Form, redirect, useRevalidator } from "react-router";
import { importRun } from "../../../shop/import/runs.server.ts";
import { startImport } from "../../../shop/import/start-import.server.ts";
import { grouped } from "../../../shop/money.ts";
import { messages } from "../../parts/messages.ts";
import { useSaid } from "../../parts/people/use-said.ts";
import { servicesContext } from "../../services-context.ts";
import { adminOnly } from "../../web/guards.server.ts";
import { sayNext } from "../../web/toast.server.ts";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/run";

const lookAgain = 2_000;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  adminOnly(context, request);
  const run = await importRun(context.get(servicesContext), params.id);
  if (!run) throw new Response("No such import", { status: 404 });
  return { run };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const admin = adminOnly(context, request);
  const started = await startImport(context.get(servicesContext), { admin, id: params.id });
  if (!started.ok) return data({ toast: messages.importDone }, started.refused === "not-found" ? 404 : 409);
  return redirect(`/admin/import/${params.id}`, {
    status: 303,
    headers: { "Set-Cookie": sayNext("importStarted") },
  });
}

export default function Run({ loaderData: { run }, actionData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const running = run.status === "running";
  useSaid(actionData?.toast);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => void revalidate(), lookAgain);
    return () => clearInterval(timer);
  }, [running, revalidate]);
  const { waiting, created, updated, skipped, failed } = run.counts;
  const done = created + updated + failed;
  return (
    <>
      <ScreenHead title={run.file_name} back={{ to: "/admin/import", label: "Import" }}>
        {run.status !== "done" && waiting > 0 && (
          <Form method="post">
            <button type="submit" className="btn btn-primary">
              {running
                ? "Go on, if it stands still"
                : `Import ${waiting === 1 ? "1 product" : `${waiting} products`}`}
            </button>
          </Form>
        )}
      </ScreenHead>
      <div className="panels">
        <Panel title={run.status === "done" ? "Done" : running ? "Running" : "What would happen"}>
          {running && (
            <progress
              max={waiting + done}
              value={done}
              aria-label={`${done} of ${waiting + done} products`}
            />
          )}
          <p role="status">
            {grouped(run.rows_read)} rows read. {grouped(waiting)} products wait, {grouped(created)} made,{" "}
            {grouped(updated)} changed, {grouped(skipped)} left out, {grouped(failed)} failed.
          </p>
        </Panel>
        {run.problem_count > 0 && (
          <Panel title={`In the file: ${grouped(run.problem_count)} notes`}>
            <div className="list-scroll">
              <table className="list-table">
                <caption className="sr-only">Problems of the file</caption>
                <thead>
                  <tr>
                    <th scope="col">Row</th>
                    <th scope="col">Column</th>
                    <th scope="col">What is wrong</th>
                  </tr>
                </thead>
                <tbody>
                  {run.problems.map(({ row, column, message, grave }) => (
                    <tr key={`${row} ${column} ${message}`}>
                      <td data-label="Row">{row}</td>
                      <td data-label="Column">{column}</td>
                      <td data-label="What is wrong">
                        {message}
                        {grave && " Its product is left out."}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Panel>
        )}
        {run.leftOut.length > 0 && (
          <Panel title="Left out or failed">
            <ul>
              {run.leftOut.map(({ slug, message }) => (
                <li key={slug}>
                  {slug}: {message}
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  );
}
