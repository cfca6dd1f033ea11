const REDACTED_EMAIL = '[e-mail]';

/** Bounded on both sides, so that no text takes long. */
const emailPattern = /[^\s@"<>(),;:]{1,64}@[^\s@"<>(),;:]{1,255}/g;

const emailFieldPattern = /e-?mail|cardholder/i;

/** Text as every store takes it: no NUL, no half of a sign. */
const redactText = (text: string): string => {
  const wellFormed = text.replace(/\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '');
  return wellFormed.includes('@') ? wellFormed.replace(emailPattern, REDACTED_EMAIL) : wellFormed;
};

/** The same data without e-mail addresses: fields that hold one by their name are left out, others lose it from their text. */
export function redactEmails(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactEmails);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => !emailFieldPattern.test(name));
  return Object.fromEntries(fields.map(([name, nested]) => [redactText(name), redactEmails(nested)]));
}
