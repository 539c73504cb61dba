import { useEffect } from "react";
import { showToast, type Toast } from "../ui/toast.tsx";

/** Shows the toast of an answer once. */
export function useToast(toast: Toast | undefined) {
  useEffect(() => {
    if (toast) showToast(toast);
  }, [toast]);
}
