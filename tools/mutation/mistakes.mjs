// The deliberate mistakes (mutants) that `npm run mutation` can plant in a source file.
import { parseAst } from "vite";

/** Operators and their replacements. */
const operators = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&&": "||",
  "||": "&&",
};
const methods = { some: "every", every: "some", min: "max", max: "min", ceil: "floor", floor: "ceil" };

/** The same in SQL: a pattern and its replacement. */
const sqlPatterns = [
  / >= /g,
  " > ",
  / <= /g,
  " < ",
  / > /g,
  " >= ",
  / < /g,
  " <= ",
  / = /g,
  " <> ",
  / <> /g,
  " = ",
  / \+ /g,
  " - ",
  / - /g,
  " + ",
  /(?<!between \S+)\band\b/g,
  "or",
  /\bor\b/g,
  "and",
  /\bis not null\b/g,
  "is null",
  /\bis null\b/g,
  "is not null",
  /\bnot exists\b/g,
  "exists",
  ...[/\bleast\(/g, "greatest(", /\bgreatest\(/g, "least(", /\bfor update\b/g, "", /\bdesc\b/g, "asc"],
];
const sqlMistakes = Array.from({ length: sqlPatterns.length / 2 }, (_, at) =>
  sqlPatterns.slice(2 * at, 2 * at + 2),
);

/**
 * In: a TypeScript source. Out: its mistakes, each one change of `start` to `end` into `text`, with its line, the old
 * text (`was`) and its kind. `statement`: whether it removes a whole statement.
 */
export function mistakesIn(source) {
  const found = [];
  for (const node of nodesOf(parseAst(source, { lang: "ts" }))) {
    const mistakes = makers[node.type]?.(node, source) ?? [];
    for (const { kind, node: changed = node, text, part = changed } of mistakes)
      found.push({
        kind,
        text,
        start: changed.start,
        end: changed.end,
        statement: kind === "statement removed",
        line: source.slice(0, part.start).split("\n").length,
        was: source.slice(part.start, part.end),
      });
  }
  return found;
}

/** All nodes that are executed: no types, no imports, no keys of objects. */
function* nodesOf(node) {
  if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|^Import/.test(node.type)) return;
  yield node;
  for (const [key, value] of Object.entries(node)) {
    if (/^(typeAnnotation|typeArguments|returnType|typeParameters|source)$/.test(key)) continue;
    if (key === "key" && !node.computed) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (child?.type) yield* nodesOf(child);
  }
}

/** The mistakes of each kind of node. */
const makers = {
  BinaryExpression: operatorChanged,
  LogicalExpression: (node, source) =>
    node.operator === "??"
      ? [{ kind: "fallback removed", text: textOf(node.left, source) }]
      : operatorChanged(node, source),
  IfStatement: conditionChanged,
  ConditionalExpression: conditionChanged,
  UnaryExpression: (node, source) =>
    node.operator === "!" ? [{ kind: "not removed", text: textOf(node.argument, source) }] : [],
  ExpressionStatement: ({ expression }) => {
    const call = expression.type === "AwaitExpression" ? expression.argument : expression;
    return call.type === "CallExpression" ? [{ kind: "statement removed", text: "" }] : [];
  },
  CallExpression: (node, source) => [...methodChanged(node, source), ...conditionDropped(node, source)],
  ArrayExpression: ({ elements }, source) =>
    elements.length > 1 && elements.every((one) => one && isString(one))
      ? [{ kind: "element removed", text: `[${listOf(elements.slice(0, -1), source)}]` }]
      : [],
  Literal: literalChanged,
  TaggedTemplateExpression: sqlChanged,
};

function operatorChanged(node, source) {
  const { left, right, operator } = node;
  const anew = operators[operator];
  if (!anew || isString(left) || isString(right)) return [];
  const start = left.end + source.slice(left.end, right.start).indexOf(operator);
  const part = { start, end: start + operator.length };
  return [{ kind: `${operator} to ${anew}`, text: rewritten(node, part, anew, source) }];
}

function conditionChanged({ test, alternate }, source) {
  return alternate
    ? [{ kind: "condition negated", node: test, text: `!(${textOf(test, source)})` }]
    : [{ kind: "guard removed", node: test, text: "false" }];
}

function methodChanged(node, source) {
  const { property, computed } = node.callee;
  const anew = property && !computed && Object.hasOwn(methods, property.name) ? methods[property.name] : null;
  return anew ? [{ kind: "other method", text: rewritten(node, property, anew, source) }] : [];
}

/** Drizzle's and(...) without its last condition. */
function conditionDropped({ callee, arguments: conditions }, source) {
  if (!["and", "or"].includes(callee.name) || conditions.length < 2) return [];
  return [{ kind: "condition removed", text: `${callee.name}(${listOf(conditions.slice(0, -1), source)})` }];
}

function literalChanged(node, source) {
  if (typeof node.value === "number") return [{ kind: "number plus one", text: String(node.value + 1) }];
  if (typeof node.value === "boolean") return [{ kind: "boolean turned", text: String(!node.value) }];
  if (!/^"[a-z]+\.[a-z]+"$/.test(textOf(node, source))) return [];
  return [{ kind: "other permission", text: node.value === "audit.view" ? '"health.view"' : '"audit.view"' }];
}

function sqlChanged(node, source) {
  if (node.tag.name !== "sql") return [];
  return node.quasi.quasis.flatMap((quasi) =>
    sqlMistakes.flatMap(([pattern, anew]) =>
      [...textOf(quasi, source).matchAll(pattern)].map((hit) => {
        const start = quasi.start + hit.index;
        const part = { start, end: start + hit[0].length };
        const kind = `SQL: ${hit[0].trim()} to ${anew.trim() || "nothing"}`;
        return { kind, part, text: rewritten(node, part, anew, source) };
      }),
    ),
  );
}

const isString = (node) =>
  node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
const textOf = ({ start, end }, source) => source.slice(start, end);
const listOf = (nodes, source) => nodes.map((node) => textOf(node, source)).join(", ");
/** The source of a node with one part replaced. */
const rewritten = (node, part, anew, source) =>
  source.slice(node.start, part.start) + anew + source.slice(part.end, node.end);
