// The health check of a container: exits with 0 when the shop of this machine answers.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
