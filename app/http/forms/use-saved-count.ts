import { useEffect, useRef, useState } from "react";
import { useActionData, useNavigation } from "react-router";

/**
 * How many forms of this screen were sent with success since it was opened. As the key of a form that adds to a list,
 * it empties the form for the next one; what was refused stays.
 */
export function useSavedCount(): number {
  const { state, formMethod } = useNavigation();
  const answer = useActionData<{ ok: boolean }>();
  const isSent = useRef(false);
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (formMethod === "POST") isSent.current = true;
    if (state !== "idle" || !isSent.current) return;
    isSent.current = false;
    if (answer?.ok !== false) setCount((before) => before + 1);
  }, [state, formMethod, answer]);
  return count;
}
