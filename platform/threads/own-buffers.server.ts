import { isMarkedAsUntransferable } from "node:worker_threads";

/**
 * The buffers of bytes that a message holds, itself or in a field, and that hold nothing else: these can be moved between
 * threads instead of being copied. What lies in a pool, as short buffers do, is copied.
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
