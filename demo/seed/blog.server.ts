import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { repositoryPath } from "../../platform/repository.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { blogPost } from "../../shop/content/tables.server.ts";
import { stableId } from "../stable-id.ts";

const folder = repositoryPath("demo/catalogue");

const articlesShape = z.array(
  z.object({
    slug: z.string(),
    title: z.string(),
    category: z.enum(["Fashion", "Tips", "Sustainability", "Guide"]),
    excerpt: z.string(),
    body_markdown: z.string(),
    image: z.string(),
    published_at: z.iso.datetime(),
  }),
);
const picturesShape = z.record(
  z.string(),
  z.object({ key: z.string(), width: z.int(), height: z.int(), tint: z.string() }),
);

/** The alt texts of the four articles' pictures. */
const alts: Record<string, string> = {
  "blog-1.webp":
    "An indigo block-print kurta with blue jeans, a dupatta, kolhapuris, a sling bag and jhumkas",
  "blog-2.webp": "A mustard tee, a green sweater, grey shorts, dark jeans and a pair of socks",
  "blog-3.webp": "A denim jacket, an off-white kurta, a printed tote, kolhapuris and flip-flops",
  "blog-4.webp": "A white shirt, grey trousers, a belt, a watch, black shoes and a laptop bag",
};

/**
 * Inserts the four demo articles into an empty blog. Their pictures are stored with the demo catalogue's. No article
 * is dated after the day of seeding.
 */
export async function seedBlog({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from blog_post limit 1`);
  if (rows.length > 0) return;
  const [articles, pictures] = await Promise.all([
    read("blog.json", articlesShape),
    read("pictures.json", picturesShape),
  ]);
  const now = clock.now();
  await db
    .insert(blogPost)
    .values(
      articles.map(({ slug, title, category, excerpt, body_markdown, image, published_at }) => {
        const picture = pictures[image];
        return {
          id: stableId("article", slug),
          slug,
          title,
          category,
          excerpt,
          bodyMarkdown: body_markdown,
          author: "the Campus Style team",
          pictureKey: picture?.key ?? null,
          pictureWidth: picture?.width ?? null,
          pictureHeight: picture?.height ?? null,
          pictureTint: picture?.tint ?? null,
          pictureAlt: alts[image] ?? "",
          publishedAt: new Date(Math.min(Date.parse(published_at), now.getTime())),
        };
      }),
    )
    .onConflictDoNothing();
}

async function read<Shape extends z.ZodType>(file: string, shape: Shape): Promise<z.infer<Shape>> {
  return shape.parse(JSON.parse(await readFile(join(folder, file), "utf8")));
}
