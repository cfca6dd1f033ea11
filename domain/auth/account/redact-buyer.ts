const REDACTED_TEXT = 'removed';

/** Fields of payment notices with data about the buyer: identity, address, card, and what our checkout passed along. */
const buyerFields = new Set(['custom_data', 'customer', 'address', 'business', 'billing_details', 'method_details']);

/**
 * Anonymizes a payment record: replaces all values in the buyer's fields, and every text that contains one of `texts` (an email address,
 * an id) in any case. The provider's own ids stay, for bookkeeping.
 */
export function redactBuyer(record: unknown, texts: readonly string[]): unknown {
  const isIdentifying = (text: string) => texts.some((identifier) => text.toLowerCase().includes(identifier.toLowerCase()));
  const redact = (value: unknown, isBuyerField: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => redact(item, isBuyerField));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, nested]) => [name, redact(nested, isBuyerField || buyerFields.has(name))]),
      );
    }
    const mustRedact = isBuyerField ? value !== null : typeof value === 'string' && isIdentifying(value);
    return mustRedact ? REDACTED_TEXT : value;
  };
  return redact(record, false);
}
