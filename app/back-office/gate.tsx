import { data } from "react-router";
import { NotFoundScreen } from "./parts/screen-head.tsx";

/** Unknown addresses under /admin: 404 for staff; everybody else gets the same answer as for a screen that exists. */
export function loader() {
  return data(null, { status: 404 });
}

/** A form sent to an unknown address gets the same answer. */
export function action() {
  return data(null, { status: 404 });
}

export default function Gate() {
  return <NotFoundScreen />;
}
