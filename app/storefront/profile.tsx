import { href, Link } from "react-router";
import { PageHead } from "../parts/page-head.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

const path = href("/profile");

export default function Profile() {
  return (
    <>
      <PageHead title="Your profile" description="Your details, orders and addresses." path={path} />
      <EmptyState
        level={1}
        title="Please log in to view your profile"
        text="Your details, orders and addresses are kept there."
      >
        <Link className="btn btn-primary" to={`${href("/auth")}?${new URLSearchParams({ next: path })}`}>
          Login
        </Link>
      </EmptyState>
    </>
  );
}
