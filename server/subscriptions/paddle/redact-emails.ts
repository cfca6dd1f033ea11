const REDACTED_EMAIL = '[e-mail]';

/** Both quantifiers are bounded, so that matching takes linear time. */
const emailPattern = /[^\s@"<>(),;:]{1,64}@[^\s@"<>(),;:]{1,255}/g;

const emailFieldPattern = /e-?mail|cardholder/i;

/** Redacts addresses, and removes NUL and lone surrogates, which Postgres cannot store. */
const redactText = (text: string): string => {
  const storable = text.replaceAll('\0', '').toWellFormed();
  return storable.includes('@') ? storable.replace(emailPattern, REDACTED_EMAIL) : storable;
};

/** Removes email addresses from a record: fields named for them are dropped, and other texts are redacted. */
export function redactEmails(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(redactEmails);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => !emailFieldPattern.test(name));
  return Object.fromEntries(fields.map(([name, nested]) => [redactText(name), redactEmails(nested)]));
}
