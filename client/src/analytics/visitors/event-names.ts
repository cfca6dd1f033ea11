const eventNames = new Map([
  ['page_view', 'Page view'],
  ['visit_click', 'Visit on Pinterest'],
  ['search', 'Search'],
  ['registered', 'Sign-up'],
  ['confirmed', 'Email confirmed'],
  ['purchase_opened', 'Checkout opened'],
  ['premium_started', 'Premium started'],
  ['campaign_visit', 'Campaign visit'],
  ['other', 'Other event'],
]);

/** The name of an event type on screen; types that we don't know keep their own name. */
export const eventName = (type: string): string => eventNames.get(type) ?? type;
