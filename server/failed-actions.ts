import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "react-router";
import { failedAnswer } from "../app/http/forms/failed-action.server.ts";
import { TooManyUploads } from "../app/http/forms/uploads-under-way.server.ts";
import { endedMeanwhile } from "../app/http/guards.server.ts";
import { isBusy, isUnstorable, refersToNothing } from "../platform/database/database.server.ts";

type Asked = LoaderFunctionArgs | ActionFunctionArgs;
/** A loader or an action. */
type Handler<Of extends Asked> = (asked: Of) => unknown;

/**
 * The build with the action of every screen guarded: when one throws, because the database refuses or by a bug, the
 * screen is shown again with what was typed and the form's message, instead of an error page. Thrown responses, such
 * as redirects and 404, stay. Endpoints without a screen keep their own error. Every loader and action answers as to a
 * guest when it fails because the viewer's account was deleted meanwhile.
 */
export function withFailedActions(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { default: screen, action, loader } = route?.module ?? {};
    if (!route || !(action || loader)) return [id, route] as const;
    const guarded = {
      ...(loader && { loader: signingOut(loader) }),
      ...(action && { action: screen ? keepingScreen(signingOut(action)) : signingOut(action) }),
    };
    return [id, { ...route, module: { ...route.module, ...guarded } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function signingOut<Of extends Asked>(handle: Handler<Of>): Handler<Of> {
  return async (asked) => {
    try {
      return await handle(asked);
    } catch (error) {
      throw (refersToNothing(error) ? await endedMeanwhile(asked) : null) ?? error;
    }
  };
}

function keepingScreen(action: Handler<ActionFunctionArgs>): Handler<ActionFunctionArgs> {
  return async (asked) => {
    try {
      return await action(asked);
    } catch (error) {
      // Responses, and data() with a status.
      if (!(error instanceof Error) || isUnstorable(error)) throw error;
      const isOverloaded = isBusy(error) || error instanceof TooManyUploads;
      return failedAnswer(asked, error, isOverloaded ? 503 : 500);
    }
  };
}
