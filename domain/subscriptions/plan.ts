/** The price of Premium as displayed; always shown together with `PREMIUM_TERMS`. */
export const PREMIUM_PRICE = '9.99 USD';

/** The billing period and how to end it. */
export const PREMIUM_TERMS = 'per month, cancel anytime';
