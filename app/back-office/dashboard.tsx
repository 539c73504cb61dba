import { adminOnly } from "../web/guards.server.ts";
import type { Route } from "./+types/dashboard";
import { ScreenHead } from "./parts/screen-head.tsx";

export function loader({ request, context }: Route.LoaderArgs) {
  adminOnly(context, request);
  return null;
}

export default function Dashboard() {
  return <ScreenHead title="Dashboard" />;
}
