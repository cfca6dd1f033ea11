const GONE = 'removed';

/** The fields of payment notices that tell of the buyer: who it is, where, by what card, and what our checkout sent along. */
const ofTheBuyer = new Set(['custom_data', 'customer', 'address', 'business', 'billing_details', 'method_details']);

/**
 * A record of a payment that leads to nobody here: nothing is left in the fields that tell of the buyer, and these texts (an e-mail
 * address, an id) are gone wherever else they stand and however they are written. The provider's own numbers stay, for the books.
 */
export function forgetting(record: unknown, texts: readonly string[]): unknown {
  const isGone = (text: string) => texts.some((each) => text.toLowerCase().includes(each.toLowerCase()));
  const kept = (value: unknown, isTheirs: boolean): unknown => {
    if (Array.isArray(value)) return value.map((one) => kept(one, isTheirs));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kept(inner, isTheirs || ofTheBuyer.has(name))]));
    }
    const isOut = isTheirs ? value !== null : typeof value === 'string' && isGone(value);
    return isOut ? GONE : value;
  };
  return kept(record, false);
}
