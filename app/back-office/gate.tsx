import { data } from "react-router";
import { NotFoundScreen } from "./parts/screen-head.tsx";

/** An address under /admin that nobody built. Only admins learn even that. */
export function loader() {
  return data(null, { status: 404 });
}

/** A form that was sent to nowhere gets the same answer. */
export function action() {
  return data(null, { status: 404 });
}

export default function Gate() {
  return <NotFoundScreen />;
}
