import { type ESTree, parseSync, Visitor } from "vite";
import type { Source } from "./sources.ts";

/** A function with its lines, those of the functions in it included. `isBlock`: its body stands in braces. */
export type FunctionSize = { path: string; name: string; lines: number; isBlock: boolean };

/** Every function of a source: declarations, methods, function expressions, arrow functions. */
export function functionsOf({ path, text }: Source): FunctionSize[] {
  const found: FunctionSize[] = [];
  const names = new Map<ESTree.Node, string>();
  const add = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    if (!node.body) return;
    const lines = text.slice(node.start, node.end).split("\n").length;
    const name = node.id?.name ?? names.get(node) ?? "a function without a name";
    found.push({ path, name, lines, isBlock: !node.expression });
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init && id.type === "Identifier") names.set(init, id.name);
    },
    Property({ key, value }) {
      if (key.type === "Identifier") names.set(value, key.name);
    },
    MethodDefinition({ key, value }) {
      if (key.type === "Identifier") names.set(value, key.name);
    },
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(parseSync(path, text).program);
  return found;
}

/** "shop/a.ts: makeA has 130 lines" for every function with more lines than `most`. */
export function longFunctions(functions: FunctionSize[], most: number): string[] {
  return functions
    .filter(({ lines }) => lines > most)
    .map(({ path, name, lines }) => `${path}: ${name} has ${lines} lines`);
}
