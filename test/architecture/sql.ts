import { posix } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { levels, nounOf, roomOf } from "./imports.ts";
import type { Source } from "./sources.ts";

/** A table with the folder that owns it and the name of its Drizzle shape. */
export type Table = { name: string; owner: string; path: string; shape: string };
/** What a file does to a table; `table` is "?" where the statement's table cannot be read. */
export type Access = { path: string; does: "writes" | "reads"; table: string };

const shapeFile = /(^|\/)tables\.server\.ts$/;

/** All tables by the shapes in the `tables.server.ts` files. */
export function tablesOf(sources: Source[]): Table[] {
  return sources
    .filter(({ path }) => shapeFile.test(path))
    .flatMap(({ path, text }) => {
      const schema = /pgSchema\("(\w+)"\)/.exec(text)?.[1];
      return [...text.matchAll(/export const (\w+) = (?:\w+\.table|pgTable)\(\s*"(\w+)"/g)].map(
        ([, shape = "", name = ""]) => ({
          path,
          shape,
          owner: ownerOf(path),
          name: schema ? `${schema}.${name}` : name,
        }),
      );
    });
}

/** "shop/orders" of a file in it, "platform/mail", "demo/seed"; else the room or the file at its top. */
function ownerOf(path: string): string {
  return path
    .split("/")
    .slice(0, 2)
    .join("/")
    .replace(/(\.server)?\.tsx?$/, "");
}

/**
 * A table's name, quoted or not, or a shape in a template: `orders`, `"orders"`, `local_gateway.orders`, `${orders}`.
 */
const named = String.raw`(?:only\s+)?(\$\{\w*\}|"?\w+"?(?:\."?\w+"?)?)`;
const alias = String.raw`(?:\s+(?:as\s+)?(?!set\b|on\b|where\b|join\b|left\b|inner\b|cross\b|using\b|order\b|group\b|limit\b)\w+)?`;
const writing = [
  String.raw`\binsert\s+into\s+${named}`,
  String.raw`\bupdate\s+${named}${alias}\s+set\b`,
  String.raw`\bdelete\s+from\s+${named}`,
  String.raw`\bmerge\s+into\s+${named}`,
  String.raw`\btruncate\s+(?:table\s+)?${named}`,
  String.raw`\bcopy\s+${named}\s*(?:\([^)]*\))?\s+from\b`,
].map((form) => new RegExp(form, "gi"));
const reading = new RegExp(
  String.raw`(?<!\bdelete\s+|\bdistinct\s+)\b(?:from|join|using)\s+(?:lateral\s+)?${named}((?:${alias}\s*,\s*${named})*)`,
  "gi",
);
const beginning = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|insert|update|delete|with|merge|truncate|copy)\s/i;

/** Tables that a statement writes or reads, by the names in it. */
function inStatement(text: string): { does: Access["does"]; name: string }[] {
  const bare = text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ");
  const written = writing.flatMap((form) => [...bare.matchAll(form)].map(([, name = ""]) => name));
  const read = [...bare.matchAll(reading)].flatMap(([, first = "", more = ""]) => [
    first,
    ...more
      .split(",")
      .map((one) => new RegExp(`^\\s*${named}`, "i").exec(one)?.[1] ?? "")
      .slice(1),
  ]);
  return [
    ...written.map((name) => ({ does: "writes" as const, name })),
    ...read.map((name) => ({ does: "reads" as const, name })),
  ];
}

/** What a source does to tables, in Drizzle's builder, in `sql` templates and in strings of SQL. */
export function accessesOf({ path, text }: Source, tables: Table[]): Access[] {
  const shapes = new Map<string, string>();
  const byShape = (file: string, shape: string) =>
    tables.find((one) => one.path === file && one.shape === shape)?.name;
  for (const one of tables) if (one.path === path) shapes.set(one.shape, one.name);
  const known = new Set(tables.map(({ name }) => name));
  const found = new Map<string, Access>();
  const note = (does: Access["does"], table: string) => found.set(`${does} ${table}`, { path, does, table });
  const statement = (sqlText: string) => {
    for (const { does, name } of inStatement(sqlText)) {
      const shape = /^\$\{(\w*)\}$/.exec(name)?.[1];
      const table = shape === undefined ? plain(name) : shapes.get(shape);
      if (table !== undefined && known.has(table)) note(does, table);
      else if (shape !== undefined && does === "writes") note(does, "?");
    }
  };
  const builder: Record<string, Access["does"]> = {
    insert: "writes",
    update: "writes",
    delete: "writes",
    from: "reads",
    leftJoin: "reads",
    innerJoin: "reads",
    rightJoin: "reads",
    fullJoin: "reads",
  };
  if (!/\bsql\b|tables\.server|insert into|delete from|\.set\(/i.test(text)) return [];
  new Visitor({
    ImportDeclaration(node) {
      const file = posix.join(posix.dirname(path), node.source.value);
      for (const one of node.specifiers) {
        if (one.type !== "ImportSpecifier" || one.imported.type !== "Identifier") continue;
        const table = byShape(file, one.imported.name);
        if (table) shapes.set(one.local.name, table);
      }
    },
    CallExpression({ callee, arguments: [first] }) {
      const table = first?.type === "Identifier" ? shapes.get(first.name) : undefined;
      if (callee.type === "Identifier" && callee.name === "alias" && table) note("reads", table);
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      const does = builder[callee.property.name];
      if (does && table) note(does, table);
      const isRaw = callee.object.type === "Identifier" && callee.object.name === "sql";
      if (isRaw && callee.property.name === "raw" && first?.type === "Literal")
        statement(String(first.value));
    },
    MemberExpression({ object, property }) {
      // A table that comes from a variable: the check could not see which one.
      if (object.type !== "CallExpression" || property.type !== "Identifier") return;
      const { callee, arguments: given } = object;
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      const isWrite = { insert: "values", update: "set", delete: "where" }[callee.property.name];
      const [first] = given;
      if (isWrite === property.name && !(first?.type === "Identifier" && shapes.has(first.name)))
        note("writes", "?");
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === "Identifier" && tag.name === "sql") statement(written(quasi));
    },
    TemplateLiteral(node) {
      if (beginning.test(written(node))) statement(written(node));
    },
    Literal({ value }) {
      if (typeof value === "string" && beginning.test(value)) statement(value);
    },
  }).visit(parseSync(path, text).program);
  return [...found.values()];
}

/** `"public"."orders"` -> `orders`. */
function plain(name: string): string {
  return name
    .replaceAll('"', "")
    .toLowerCase()
    .replace(/^public\./, "");
}

/** A template as SQL: shapes by their names, other values as `${}`. */
function written({ quasis, expressions }: ESTree.TemplateLiteral): string {
  return quasis
    .map(({ value }, at) => {
      const next = expressions[at];
      return `${value.cooked ?? ""}${next ? `\${${next.type === "Identifier" ? next.name : ""}}` : ""}`;
    })
    .join("");
}

/** Writes to tables of another owner: "shop/x/a.server.ts writes orders of shop/orders". */
export function foreignWrites(accesses: Access[], tables: Table[]): string[] {
  return accesses
    .filter(({ does }) => does === "writes")
    .flatMap(({ path, table }) => {
      const owner = tables.find(({ name }) => name === table)?.owner;
      if (owner === ownerOf(path)) return [];
      return [`${path} writes ${owner ? `${table} of ${owner}` : "a table that cannot be read there"}`];
    });
}

/** Reads of tables of a noun that is not lower: "shop/cart/a.server.ts reads orders of shop/orders". */
export function upwardReads(accesses: Access[], tables: Table[]): string[] {
  return accesses
    .filter(({ does }) => does === "reads")
    .flatMap(({ path, table }) => {
      const owner = tables.find(({ name }) => name === table)?.owner ?? "";
      if (owner === ownerOf(path) || levelOf(owner) < levelOf(path)) return [];
      return [`${path} reads ${table} of ${owner}`];
    });
}

/** An entry that excuses what a folder or a file does to tables of an owner, and why. */
export type Exception = { who: string; to: string; why: string };

/** Lines that no exception excuses, and exceptions that excuse nothing. */
export function unexcused(lines: string[], exceptions: Exception[]): string[] {
  const covers = ({ who, to }: Exception, line: string) => line.startsWith(who) && line.endsWith(` ${to}`);
  return [
    ...lines.filter((line) => !exceptions.some((one) => covers(one, line))),
    ...exceptions
      .filter((one) => !lines.some((line) => covers(one, line)))
      .map(({ who, to }) => `nothing needs the exception of ${who} to ${to}`),
  ];
}

/** The levels of the nouns; platform is below them, the other rooms above. */
function levelOf(path: string): number {
  const room = roomOf(path);
  if (room === "platform") return Number.NEGATIVE_INFINITY;
  if (room !== "shop") return Number.POSITIVE_INFINITY;
  return levels[nounOf(`${path}/`) ?? ""] ?? -1;
}
