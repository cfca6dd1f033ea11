const REDACTED_TEXT = 'removed';

/** The fields of payment notices that tell of the buyer: who it is, where, by what card, and what our checkout sent along. */
const buyerFields = new Set(['custom_data', 'customer', 'address', 'business', 'billing_details', 'method_details']);

/**
 * A record of a payment that leads to nobody here: nothing is left in the fields that tell of the buyer, and these texts (an e-mail
 * address, an id) are gone wherever else they stand and however they are written. The provider's own numbers stay, for the books.
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
