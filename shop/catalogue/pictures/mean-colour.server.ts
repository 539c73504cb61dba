import sharp from "sharp";

/** The mean colour of a picture, on the page's background where it is transparent. In: a file. Out: "#rrggbb". */
export async function meanColour(picture: Buffer): Promise<string> {
  // Two steps: `stats` reads the file as it is and would count transparent pixels as black.
  const { data, info } = await sharp(picture)
    .flatten({ background: "#fcfbf7" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(data, { raw: info }).toColourspace("srgb").stats();
  const [red, green = red, blue = red] = channels.map(({ mean }) => mean);
  return `#${[red, green, blue]
    .map((mean) =>
      Math.round(mean ?? 0)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
