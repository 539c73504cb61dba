import { isMarkedAsUntransferable } from "node:worker_threads";

/**
 * The buffers of a message, itself or in a field, that own their memory: these can be moved between threads instead
 * of being copied. Pooled buffers, as short ones are, are copied.
 */
export function ownBuffers(message: unknown): ArrayBuffer[] {
  if (message instanceof Uint8Array)
    return message.buffer instanceof ArrayBuffer &&
      message.byteLength === message.buffer.byteLength &&
      message.byteLength > 0 &&
      !isMarkedAsUntransferable(message.buffer)
      ? [message.buffer]
      : [];
  if (typeof message !== "object" || message === null) return [];
  return Object.values(message).flatMap((field) => (field instanceof Uint8Array ? ownBuffers(field) : []));
}
