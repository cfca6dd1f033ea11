/** What Premium costs, as people read it; always shown together with `PREMIUM_TERMS`. */
export const PREMIUM_PRICE = '9.99 USD';

/** How long one payment lasts and how it ends. */
export const PREMIUM_TERMS = 'per month, cancel anytime';
