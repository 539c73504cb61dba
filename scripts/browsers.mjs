// The supported browsers: the oldest that the last three years of Safari, Firefox, Chrome, Edge and Samsung Internet
// leave (README.md). Samsung Internet 24 is Chromium 117. Vite writes syntax and styles for them; which features scripts
// and styles may use, test/architecture/browser-features.test.ts checks.
export const oldestBrowsers = ["chrome117", "edge120", "firefox121", "safari17.2", "ios17.2"];
