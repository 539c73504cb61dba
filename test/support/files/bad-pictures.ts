import sharp from "sharp";

/** A picture of one colour. */
export const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#a1321d" } });
const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const pngStart = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const webpStart = Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1");
const avifStart = Buffer.from("\0\0\0\x1cftypavif", "latin1");

/** A file that must be refused as a picture; `name` and `type` as a browser would send them. */
export type Bad = { what: string; file: Buffer; name?: string; type?: string };

/** 200 of them: what people try, each in many shapes. */
export async function badPictures(): Promise<Bad[]> {
  const files: Bad[] = [];
  const scripts = [
    "<script>alert(1)</script>",
    '<image href="x" onerror="alert(1)"/>',
    '<foreignObject><iframe src="javascript:alert(1)"/></foreignObject>',
    '<a xlink:href="javascript:alert(1)"><rect/></a>',
    '<!ENTITY x SYSTEM "file:///etc/passwd">',
  ];
  const names: [string, string][] = [
    ["a.svg", "image/svg+xml"],
    ["a.jpg", "image/jpeg"],
    ["a.png", "image/png"],
    ["../../a.webp", "image/webp"],
  ];
  for (const inside of scripts)
    for (const [name, type] of names) {
      const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${inside}</svg>`);
      files.push({ what: `SVG ${inside}`, file: svg, name, type });
      for (const start of [jpegStart, pngStart, webpStart, avifStart])
        files.push({
          what: `${start.toString("hex")} then SVG`,
          file: Buffer.concat([start, svg]),
          name,
          type,
        });
    }
  const pages = [
    "<!doctype html><script>1</script>",
    "%PDF-1.7",
    "PK\x03\x04",
    "GIF89a",
    "BM",
    "II*\0",
    "\x7fELF",
    "MZ",
    "#!/bin/sh\nid",
    "<?php system($_GET[0]);",
  ];
  for (const page of pages)
    for (const [name, type] of names)
      files.push({ what: page, file: Buffer.from(page, "latin1"), name, type });
  const noisy = sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 120, sigma: 60 },
    },
  });
  const whole = await Promise.all([
    noisy.clone().jpeg().toBuffer(),
    noisy.clone().png().toBuffer(),
    noisy.clone().webp().toBuffer(),
  ]);
  for (const picture of whole)
    for (const part of [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
      files.push({
        what: `the first ${part} of a picture`,
        file: picture.subarray(0, Math.floor(picture.length * part)),
      });
  for (const [width, height] of [
    [16_000, 16_000],
    [20_000, 2_100],
    [2_100, 20_000],
    [6_400, 6_400],
  ] as const)
    files.push({
      what: `a bomb of ${width} x ${height}`,
      file: await plain(width, height).png().toBuffer(),
      name: "b.png",
    });
  const frames = await Promise.all(
    ["#f00", "#00f"].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  files.push({
    what: "an animation",
    file: await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
  });
  for (const extra of [1, 1_000, 60_000, 2_000_000])
    files.push({
      what: "8 MB and more",
      file: Buffer.concat([jpegStart, Buffer.alloc(8 * 1024 * 1024 + extra)]),
    });
  for (let at = 0; files.length < 200; at++) {
    const start = [jpegStart, pngStart, webpStart, avifStart][at % 4] ?? jpegStart;
    files.push({
      what: `${start.toString("hex")} then noise`,
      file: Buffer.concat([start, Buffer.alloc(64 + at * 7, at)]),
    });
  }
  return files;
}
