import { MAX_COMPARED, MAX_FREE_COMPARED } from '#domain/subscriptions/entitlements';
import { useEntitlement } from '../../site/session';

/** How many items the current viewer may compare. */
export const useMaxCompared = (): number => (useEntitlement('more_compared') ? MAX_COMPARED : MAX_FREE_COMPARED);
