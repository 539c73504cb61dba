import type { KeyTrial } from "../../../../shop/reports/setup-trials.server.ts";
import type { MessageName } from "../../../http/toast.server.ts";

/** The message of each outcome of a trial of keys. */
export const keyTrials: Record<KeyTrial, MessageName> = {
  accepted: "paymentKeysAccepted",
  refused: "paymentKeysRefused",
  untrusted: "mailServerUntrusted",
  unreachable: "paymentUnreachable",
  busy: "keysBusy",
  none: "paymentKeysMissing",
};
