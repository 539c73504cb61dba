/** Runs in the page, before its own scripts: keeps what they complain of, over navigations. */
function recordComplaints() {
  const keep = (...words: unknown[]) => {
    const kept: unknown[] = JSON.parse(sessionStorage.getItem("complaints") ?? "[]");
    sessionStorage.setItem("complaints", JSON.stringify([...kept, words.map(String).join(" ")]));
  };
  addEventListener("error", (event) => {
    if (event instanceof ErrorEvent) keep("error:", event.message);
  });
  addEventListener("unhandledrejection", ({ reason }) => keep("rejection:", reason));
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    keep("policy:", violatedDirective, blockedURI),
  );
  const { console } = globalThis;
  for (const level of ["error", "warn"] as const) {
    const plain = console[level];
    console[level] = (...words) => {
      keep(`${level}:`, ...words);
      plain(...words);
    };
  }
}

/** Runs in the page: what was kept since the last call. */
function takeComplaints(): unknown {
  const kept = JSON.parse(sessionStorage.getItem("complaints") ?? "[]");
  sessionStorage.removeItem("complaints");
  return kept;
}

/** For engines whose protocol has no log: a script for each page, and the expression that reads what it kept. */
export const recorder = { script: `(${recordComplaints})()`, taken: `(${takeComplaints})()` };
