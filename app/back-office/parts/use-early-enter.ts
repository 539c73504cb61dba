import { useEffect, useState } from "react";

/**
 * Enter that is pressed before the answer to what was typed has come, as a barcode scanner or who pastes a number does:
 * it acts once, on the answer. In: whether the answer is awaited, and what Enter does with it. Out: `early`, to call at
 * such an Enter, `isEarly` until then, and `forget`, to call when something else is typed.
 */
export function useEarlyEnter(isLoading: boolean, act: () => void) {
  const [isEarly, setEarly] = useState(false);
  useEffect(() => {
    if (!isEarly || isLoading) return;
    setEarly(false);
    act();
  }, [isEarly, isLoading, act]);
  return { isEarly, early: () => setEarly(true), forget: () => setEarly(false) };
}
