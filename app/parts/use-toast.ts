import { useEffect } from "react";
import { showToast, type Toast } from "../ui/toast.tsx";

/** Says once what an answer has to say. */
export function useToast(toast: Toast | undefined) {
  useEffect(() => {
    if (toast) showToast(toast);
  }, [toast]);
}
