import { createContext } from "react-router";
import type { Services } from "../platform/services.server.ts";

/** Services for loaders and actions. The server sets it for each request. */
export const servicesContext = createContext<Services>();
