import { useEffect, useRef, useState } from "react";
import { useActionData, useNavigation } from "react-router";

/**
 * How often a named form of this screen was sent and taken since the screen opened: as a key, it empties the form then
 * and at no other change of the page. A refused form has an answer, a taken one a redirect.
 */
export function useSent(form: string): number {
  const { state, formData } = useNavigation();
  const answer = useActionData();
  const [sent, setSent] = useState(0);
  const isUnderWay = useRef(false);
  useEffect(() => {
    if (formData?.get("form") === form) isUnderWay.current = true;
    else if (state === "idle" && isUnderWay.current) {
      isUnderWay.current = false;
      if (answer === undefined) setSent((before) => before + 1);
    }
  }, [form, formData, state, answer]);
  return sent;
}
