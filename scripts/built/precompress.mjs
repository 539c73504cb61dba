// Compresses the built files once, as small as possible, so that the server never has to.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const text = /\.(js|css|svg|json|txt|html|xml|webmanifest)$/;

/** Writes x.br and x.gz beside every text file x of `folder` that becomes smaller. */
export function precompress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !text.test(path) || statSync(path).size < 512) continue;
    const bytes = readFileSync(path);
    const compressed = {
      br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
      gz: gzipSync(bytes, { level: 9 }),
    };
    for (const [ending, small] of Object.entries(compressed)) {
      if (small.length < bytes.length * 0.95) writeFileSync(`${path}.${ending}`, small);
    }
  }
}
