import type { KeywordOrder } from '#domain/keywords/keyword-orders';
import type { Viewer } from '#domain/auth/viewer';
import { hasEntitlement, pageRefusalSentence, premiumSentences } from '#domain/subscriptions/entitlements';

/** Whether a viewer sees related keywords and opportunity. */
export const seesKeywordInsights = (viewer: Viewer): boolean => hasEntitlement(viewer, 'keyword_insights');

/** The order of keywords for a viewer who chose none. */
export const defaultKeywordOrder = (viewer: Viewer): KeywordOrder => (seesKeywordInsights(viewer) ? 'opportunity' : 'pins');

/** A page of keywords that is asked for. */
export interface KeywordPageRequest {
  readonly order_by: KeywordOrder;
  readonly page: number;
  readonly per_page: number;
}

/** Returns why this viewer may not read this page of keywords, as the message to show; null if allowed. */
export function keywordPageRefusalSentence(viewer: Viewer, request: KeywordPageRequest): string | null {
  if (request.order_by === 'opportunity' && !seesKeywordInsights(viewer)) return premiumSentences.keyword_insights;
  return pageRefusalSentence(viewer, request);
}
