/** The fields of a word are the description; brand, tags and material; the category; the name. */
export const description = 0;

/** The words of all documents with their postings: the documents and fields that have the word. */
export type Dictionary = {
  /** `words`: for each field. */
  add(doc: number, words: readonly (readonly string[])[]): void;
  /** Changes with each added document. */
  version(): number;
  /** Whether some document has the word. `anywhere`: in a description too. */
  has(word: string, anywhere: boolean): boolean;
  /** All words with this prefix, sorted. */
  withPrefix(prefix: string): string[];
  /** Calls `visit` with each document that has the word in this field or one with a higher weight, once per field. */
  forEachPosting(word: string, lowestField: number, visit: (doc: number, field: number) => void): void;
};

/** Documents with their fields, each pair in one number. Grows by half. */
type Postings = { list: Uint32Array; length: number; outsideDescriptions: boolean };
const noPostings: Postings = { list: new Uint32Array(0), length: 0, outsideDescriptions: false };

/** An empty dictionary. */
export function makeDictionary(): Dictionary {
  const byWord = new Map<string, Postings>();
  let sorted: string[] | null = null;
  let version = 0;

  function postingsOf(word: string): Postings {
    const known = byWord.get(word);
    if (known) return known;
    const postings = { list: new Uint32Array(4), length: 0, outsideDescriptions: false };
    byWord.set(word, postings);
    sorted = null;
    return postings;
  }

  return {
    add(doc, words) {
      version++;
      words.forEach((list, field) => {
        for (const word of list) post(postingsOf(word), doc, field);
      });
    },
    version: () => version,
    has(word, anywhere) {
      const postings = byWord.get(word);
      return postings !== undefined && (anywhere || postings.outsideDescriptions);
    },
    withPrefix(prefix) {
      sorted ??= [...byWord.keys()].sort();
      return startingWith(sorted, prefix);
    },
    forEachPosting(word, lowestField, visit) {
      const { list, length } = byWord.get(word) ?? noPostings;
      for (let at = 0; at < length; at++) {
        const posting = list[at] ?? 0;
        if ((posting & 3) >= lowestField) visit(posting >>> 2, posting & 3);
      }
    },
  };
}

function post(postings: Postings, doc: number, field: number): void {
  if (postings.length === postings.list.length) {
    const larger = new Uint32Array(Math.ceil(postings.length * 1.5));
    larger.set(postings.list);
    postings.list = larger;
  }
  postings.list[postings.length++] = (doc << 2) | field;
  if (field !== description) postings.outsideDescriptions = true;
}

/** The part of a sorted list that has this prefix. */
function startingWith(sorted: readonly string[], prefix: string): string[] {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? "") < prefix) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (sorted[end]?.startsWith(prefix)) end++;
  return sorted.slice(low, end);
}

/** Memoises a function until a document is added. */
export function rememberedUntilAdded<Key extends object, Value>(
  dictionary: Dictionary,
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, { version: number; value: Value }>();
  return (key) => {
    const version = dictionary.version();
    const before = known.get(key);
    if (before?.version === version) return before.value;
    const value = compute(key);
    known.set(key, { version, value });
    return value;
  };
}
