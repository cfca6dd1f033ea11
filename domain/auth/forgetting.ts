const GONE = 'removed';

/** A record without these texts (an e-mail address, an id), wherever they stand in it and however they are written. */
export function forgetting(record: unknown, texts: readonly string[]): unknown {
  if (typeof record === 'string') {
    const lower = record.toLowerCase();
    return texts.some((text) => lower.includes(text.toLowerCase())) ? GONE : record;
  }
  if (Array.isArray(record)) return record.map((one) => forgetting(one, texts));
  if (typeof record !== 'object' || record === null) return record;
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, forgetting(value, texts)]));
}
