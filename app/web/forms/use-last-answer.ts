import { useState } from "react";
import { useLocation } from "react-router";

/**
 * What the screen's action answered, for as long as the person stays on that screen. React Router forgets it whenever
 * the loaders are asked again, which news of another device may cause at any time: an error, or a key that is
 * shown only once, must not vanish then.
 */
export function useLastAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const { key } = useLocation();
  const [last, setLast] = useState({ answer, key });
  // The answer comes a moment before the place it belongs to, so the last key it was seen with counts.
  if (answer !== undefined && (answer !== last.answer || key !== last.key)) setLast({ answer, key });
  return answer ?? (last.key === key ? last.answer : undefined);
}
