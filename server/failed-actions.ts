import type { ActionFunctionArgs, ServerBuild } from "react-router";
import { failedAnswer } from "../app/http/forms/failed-action.server.ts";
import { isBusy, isUnstorable } from "../platform/database/database.server.ts";

/**
 * The build with the action of every screen guarded: when one throws, because the database refuses or by a bug, the
 * screen is shown again with what was typed and the form's message, instead of an error page. Thrown responses, such
 * as redirects and 404, stay. Endpoints without a screen keep their own error.
 */
export function withFailedActions(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { default: screen, action } = route?.module ?? {};
    if (!route || !screen || !action) return [id, route] as const;
    const guarded = async (asked: ActionFunctionArgs) => {
      try {
        return await action(asked);
      } catch (error) {
        // Responses, and data() with a status.
        if (!(error instanceof Error) || isUnstorable(error)) throw error;
        return failedAnswer(asked, error, isBusy(error) ? 503 : 500);
      }
    };
    return [id, { ...route, module: { ...route.module, action: guarded } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
