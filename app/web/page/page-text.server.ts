import { Writable } from "node:stream";

/**
 * Collects what React renders and passes it on as one latin1 string (one character per byte). Everything searched for
 * or inserted is ASCII or latin1 as well, so the page is not decoded and encoded again. React writes a page in fifty
 * pieces and looks at nothing but the result of `write`, so the queue and the callbacks of a stream are left out.
 */
export class PageText extends Writable {
  readonly #parts: Uint8Array[] = [];
  readonly #whole: (text: string) => void;

  constructor(whole: (text: string) => void) {
    super();
    this.#whole = whole;
  }

  override write(part: Uint8Array | string): boolean {
    this.#parts.push(typeof part === "string" ? Buffer.from(part) : part);
    return true;
  }

  override end(): this {
    this.#whole(Buffer.concat(this.#parts).toString("latin1"));
    return this;
  }
}
