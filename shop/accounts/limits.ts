/**
 * Rate limits (10 per account in 15 minutes). Many users may share one network address, so clients have higher limits
 * than accounts.
 */
export const limits = {
  login: { account: { most: 10, minutes: 15 }, client: { most: 100, minutes: 15 } },
  "sign-up": { account: { most: 5, minutes: 60 }, client: { most: 30, minutes: 60 } },
  mail: { account: { most: 5, minutes: 60 }, client: { most: 30, minutes: 60 } },
  code: { account: { most: 10, minutes: 15 }, client: { most: 100, minutes: 15 } },
  /**
   * Codes to a phone cost money, and the operator of a range of numbers may earn from each ("SMS pumping"), so they are
   * limited by number, by block of a thousand numbers, by client, and by a daily budget of the whole shop
   * (`codesPerDay`).
   */
  phone: {
    client: { most: 20, minutes: 60 },
    number: { most: 4, minutes: 15 },
    numberByDay: { most: 10, minutes: 1_440 },
    prefix: { most: 10, minutes: 60 },
    shop: { minutes: 1_440 },
  },
  "phone-code": { account: { most: 20, minutes: 15 }, client: { most: 100, minutes: 15 } },
  form: { client: { most: 30, minutes: 60 } },
  link: { client: { most: 60, minutes: 15 } },
} as const;
