import { type ESTree, parseSync, Visitor } from "vite";
import type { Source } from "./sources.ts";

/** A place that reaches into a package or into Node: "platform/a.ts:12 replaces client.query". */
export type PrivatePart = { path: string; what: string };

/** Names that a package does not offer, except React's documented `__html`; ours never look like that. */
const privateName = /^(?!__html$)(UNSAFE_|unstable_|_+[a-zA-Z$]|_$)/;
/** Names that a package puts on `window` for itself. */
const privateGlobal = /\b__(?:reactRouter|react|vite|REACT)\w*/g;
/** Headers and a parameter that React Router's server and browser part send each other. */
const privateMessage = /\bX-Remix-\w+|\b_routes\b/gi;
/** Node's functions that change files, with the argument that names what is changed. */
const changesFile =
  /^(rm|rmdir|unlink|writeFile|appendFile|truncate|createWriteStream|chmod|rename|cp|copyFile|mkdir)(Sync)?$/;
const changesSecond = /^(rename|cp|copyFile)(Sync)?$/;
/** Paths of a package's files, in what a build is told about modules. */
const packageFile = /\/dist\/|preload-helper|\bUNSAFE_|\bunstable_|node_modules\/.*\.m?js/;

/** Everything in a source that reaches into private parts of Node or of a package. */
export function privateParts(source: Source): PrivatePart[] {
  const { path, text } = source;
  if (!/\.(ts|tsx|mjs)$/.test(path)) return [];
  const { program } = parseSync(path, text);
  const found: PrivatePart[] = [];
  const note = (node: ESTree.Node, what: string) =>
    found.push({ path, what: `${path}:${text.slice(0, node.start).split("\n").length} ${what}` });
  const codeOf = (node: ESTree.Node) => text.slice(node.start, node.end);
  const foreign = foreignNames(program);
  const functions = functionNames(program);
  const installed = namesOfInstalled(program, codeOf);
  const isInstalled = (node: ESTree.Node | undefined) =>
    node !== undefined &&
    (/node_modules/.test(codeOf(node)) || installed.some((name) => usesName(codeOf(node), name)));

  for (const { target } of source.imports) {
    if (isPackageFile(target)) found.push({ path, what: `${path} imports ${target}` });
  }
  new Visitor({
    ImportSpecifier({ imported }) {
      const name = imported.type === "Identifier" ? imported.name : imported.value;
      if (privateName.test(name)) note(imported, `imports ${name}`);
    },
    MemberExpression({ object, property, computed }) {
      const name = nameOf(property, computed);
      if (name !== undefined && privateName.test(name) && object.type !== "ThisExpression")
        note(property, `reads ${name}`);
    },
    // z.object({ _name }) and { _name } = package read it as well.
    Property({ key, computed }) {
      const name = nameOf(key, computed);
      if (name !== undefined && privateName.test(name)) note(key, `names ${name}`);
    },
    TSIndexedAccessType({ indexType }) {
      const name = indexType.type === "TSLiteralType" ? codeOf(indexType).slice(1, -1) : "";
      if (privateName.test(name)) note(indexType, `reads ${name}`);
    },
    AssignmentExpression({ left, right }) {
      if (left.type !== "MemberExpression" || nameOf(left.property, left.computed) === "current") return;
      const root = rootOf(left);
      if (root === undefined || !foreign.has(root)) return;
      if (isFunction(right, functions) || codeOf(left).includes(".prototype."))
        note(left, `replaces ${codeOf(left)}`);
    },
    CallExpression({ callee, arguments: given }) {
      const name =
        callee.type === "MemberExpression" ? nameOf(callee.property, callee.computed) : codeOf(callee);
      const [first, second] = given;
      if (name === undefined || first === undefined) return;
      if (/^(assign|defineProperty|set)$/.test(name) && /^(Object|Reflect)\./.test(codeOf(callee))) {
        const root = rootOf(first);
        if (root !== undefined && foreign.has(root)) note(first, `changes ${codeOf(first)}`);
      }
      if (changesFile.test(name) && (isInstalled(first) || (changesSecond.test(name) && isInstalled(second))))
        note(callee, `changes ${codeOf(first)}`);
    },
  }).visit(program);
  for (const { 0: name, index } of [...text.matchAll(privateGlobal), ...text.matchAll(privateMessage)])
    found.push({ path, what: `${path}:${text.slice(0, index).split("\n").length} uses ${name}` });
  if (/^vite\.config\./.test(path)) {
    const literal = (node: ESTree.Node) => {
      if (packageFile.test(codeOf(node))) note(node, `knows a package's files: ${codeOf(node)}`);
    };
    new Visitor({ Literal: literal, TemplateLiteral: literal }).visit(program);
  }
  return found;
}

/** "react-router/dist/x" and "../node_modules/x/y.js"; what a package exports has no such name. */
function isPackageFile(target: string): boolean {
  return /(^|\/)node_modules\//.test(target) ||
    /^(@[\w.-]+\/)?[\w-][\w.-]*\/(dist|lib|src|internal)\//.test(target)
    ? !/^(app|shop|platform|db|server|scripts|test)\//.test(target)
    : false;
}

/** The name of a member or a key, if it is written out. */
function nameOf(node: ESTree.Node, computed: boolean): string | undefined {
  if (node.type === "Identifier" && !computed) return node.name;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** `a` of `a.b.c(d)`, `await a.b` and `new a()`. */
function rootOf(node: ESTree.Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression") return rootOf(node.object);
  if (node.type === "CallExpression" || node.type === "NewExpression") return rootOf(node.callee);
  if (node.type === "AwaitExpression") return rootOf(node.argument);
  if (node.type === "ChainExpression" || node.type === "TSNonNullExpression") return rootOf(node.expression);
  return undefined;
}

/** Names for what packages and Node gave: imports, parameters of their types, and what was got from these. */
function foreignNames(program: ESTree.Program): Set<string> {
  const types = new Set<string>();
  const names = new Set<string>();
  const given = (node: ESTree.Node | null | undefined) => {
    if (node?.type !== "Identifier" || !node.typeAnnotation) return;
    const annotation = node.typeAnnotation.typeAnnotation;
    if (
      annotation.type === "TSTypeReference" &&
      annotation.typeName.type === "Identifier" &&
      types.has(annotation.typeName.name)
    )
      names.add(node.name);
  };
  const parameters = ({ params }: { params: readonly ESTree.Node[] }) => {
    for (const one of params) given(one);
  };
  const got = (id: ESTree.Node, from: ESTree.Node | null) => {
    const root = from && rootOf(from);
    if (root && names.has(root) && id.type === "Identifier") names.add(id.name);
  };
  const rounds = new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (source.value.startsWith(".")) return;
      for (const { local } of specifiers) {
        types.add(local.name);
        names.add(local.name);
      }
    },
    VariableDeclarator({ id, init }) {
      given(id);
      got(id, init);
    },
    ForOfStatement({ left, right }) {
      const id = left.type === "VariableDeclaration" ? left.declarations[0]?.id : undefined;
      if (id) got(id, right);
    },
    FunctionDeclaration: parameters,
    FunctionExpression: parameters,
    ArrowFunctionExpression: parameters,
  });
  // Twice: a name may be used above the line that declares what it comes from.
  rounds.visit(program);
  rounds.visit(program);
  return names;
}

/** Names of functions that are declared in a file. */
function functionNames(program: ESTree.Program): Set<string> {
  const names = new Set<string>();
  new Visitor({
    FunctionDeclaration({ id }) {
      if (id) names.add(id.name);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init && isFunction(init, names)) names.add(id.name);
    },
  }).visit(program);
  return names;
}

function isFunction(node: ESTree.Node, functions: Set<string>): boolean {
  if (node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression") return true;
  if (node.type === "TSAsExpression") return isFunction(node.expression, functions);
  return node.type === "Identifier" && functions.has(node.name);
}

/** Variables that hold a path inside node_modules. */
function namesOfInstalled(program: ESTree.Program, codeOf: (node: ESTree.Node) => string): string[] {
  const names: string[] = [];
  const visitor = new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== "Identifier" || !init || names.includes(id.name)) return;
      if (init.type === "ArrowFunctionExpression" || init.type === "FunctionExpression") return;
      const code = codeOf(init);
      if (/node_modules/.test(code) || names.some((name) => usesName(code, name))) names.push(id.name);
    },
    ForOfStatement({ left, right }) {
      const id = left.type === "VariableDeclaration" ? left.declarations[0]?.id : undefined;
      if (id?.type !== "Identifier") return;
      const code = codeOf(right);
      if (/node_modules/.test(code) || names.some((name) => usesName(code, name))) names.push(id.name);
    },
  });
  visitor.visit(program);
  return names;
}

function usesName(code: string, name: string): boolean {
  return new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(code);
}
