const MARK = '[e-mail]';

/** Bounded on both sides, so that no text takes long. */
const address = /[^\s@"<>(),;:]{1,64}@[^\s@"<>(),;:]{1,255}/g;

const named = /e-?mail|cardholder/i;

/** Text as every store takes it: no NUL, no half of a sign. */
const cleaned = (text: string): string => {
  const plain = text.replace(/\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '');
  return plain.includes('@') ? plain.replace(address, MARK) : plain;
};

/** The same data without e-mail addresses: fields that hold one by their name are left out, others lose it from their text. */
export function withoutAddresses(value: unknown): unknown {
  if (typeof value === 'string') return cleaned(value);
  if (Array.isArray(value)) return value.map(withoutAddresses);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !named.test(name));
  return Object.fromEntries(kept.map(([name, inner]) => [cleaned(name), withoutAddresses(inner)]));
}
