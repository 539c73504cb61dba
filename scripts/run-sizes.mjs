// How many cases each property of money is held against: 2,000 unless MONEY_CASES says otherwise (1000000 in the long
// form). One place, for every such test.
export const moneyCases = Math.max(1, Math.trunc(Number(process.env.MONEY_CASES)) || 2_000);
// Whether the tests of faults run in the short form, for every run, or with the figures of docs/reliability.md.
export const faults = process.env.FAULTS === "long" ? "long" : "short";
// Where the tests of faults write the figures they see, one line of JSON each; null: only on the screen.
export const faultsReport = process.env.FAULTS_REPORT || null;
// The PostgreSQL that `npm test` started for all of its stages; a stage that is run by itself starts its own.
export const testCluster = process.env.TEST_CLUSTER ? JSON.parse(process.env.TEST_CLUSTER) : undefined;
