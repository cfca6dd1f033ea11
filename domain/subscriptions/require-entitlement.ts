import type { Viewer } from '#domain/auth/viewer';
import { PremiumRequired } from '#domain/errors';
import { type Entitlement, hasEntitlement, premiumSentences } from '#domain/subscriptions/entitlements';

/** Throws `PremiumRequired` for a viewer without the entitlement. It is apart from the entitlements because the client has no use for errors. */
export function requireEntitlement(viewer: Viewer, entitlement: Entitlement): void {
  if (!hasEntitlement(viewer, entitlement)) throw new PremiumRequired(premiumSentences[entitlement]);
}
