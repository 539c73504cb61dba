import { useState } from "react";
import { useLocation } from "react-router";

/**
 * The last action data, as long as the user stays on the screen. React Router drops it on every revalidation, which a
 * live update can cause at any time: an error, or a key that is shown only once, must not disappear then.
 */
export function useLastAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const { key } = useLocation();
  const [last, setLast] = useState({ answer, key });
  // Action data arrives before the new location, so compare with the location key at that time.
  if (answer !== undefined && (answer !== last.answer || key !== last.key)) setLast({ answer, key });
  return answer ?? (last.key === key ? last.answer : undefined);
}
