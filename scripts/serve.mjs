// The process of the shop: the bundle that `npm run build` makes of server.ts, or with --dev server.ts itself.
const program = process.argv.includes("--dev") ? "../server.ts" : "../build/server/index.js";
const { runServer } = await import(program);
await runServer(process.argv);
