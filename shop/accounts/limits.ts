/**
 * Rate limits (10 per account in 15 minutes). Many users may share one network address, so clients have higher limits
 * than accounts.
 */
export const limits = {
  login: { account: { most: 10, minutes: 15 }, client: { most: 100, minutes: 15 } },
  "sign-up": { account: { most: 5, minutes: 60 }, client: { most: 30, minutes: 60 } },
  mail: { account: { most: 5, minutes: 60 }, client: { most: 30, minutes: 60 } },
  code: { account: { most: 10, minutes: 15 }, client: { most: 100, minutes: 15 } },
  form: { client: { most: 30, minutes: 60 } },
  link: { client: { most: 60, minutes: 15 } },
} as const;
