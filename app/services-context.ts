import { createContext } from "react-router";
import type { Services } from "../platform/services.server.ts";

/** How a loader or action reaches the outside world. The server fills it for each request. */
export const servicesContext = createContext<Services>();
