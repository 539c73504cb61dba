import { crc32 } from "node:zlib";

/** What a ZIP says of one of its files; `size` and `crc` may lie. */
type Packed = { name: string; content: Buffer; size?: number; crc?: number; flags?: number };

/** A ZIP of files as they are, not compressed (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
export function zipOf(files: Packed[]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, content, size = content.length, crc = crc32(content), flags = 0x800 } of files) {
    const called = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(0x5d21, 8);
    facts.writeUInt32LE(crc, 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(called.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, called, content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0", "latin1"), facts, place, called]));
    parts.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, entries, end]);
}
