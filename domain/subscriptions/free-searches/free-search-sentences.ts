import { premiumSentences } from '#domain/subscriptions/entitlements';
import type { SearchAccess } from '#domain/subscriptions/free-searches/free-search-rights';

const searchesText = (perDay: number): string => (perDay === 1 ? '1 free search' : `${perDay} free searches`);

/** The message for later pages of a free search. */
export const FIRST_PAGE_SENTENCE = 'Free searches show the first page. More pages are part of Premium.';

/** Why a viewer cannot search by keyword now, as the message to show; null if they can. */
export function keywordRefusalSentence(access: SearchAccess, perDay: number): string | null {
  switch (access) {
    case 'open':
    case 'counted':
      return null;
    case 'used_up':
      return `You have used your ${searchesText(perDay)} of today. New ones start at midnight UTC.`;
    case 'to_confirm':
      return `Confirm your email address to get ${searchesText(perDay)} a day.`;
    case 'to_sign_up':
      return `Sign up to get ${searchesText(perDay)} a day.`;
    case 'locked':
      return premiumSentences.keyword_search;
    default:
      return access satisfies never;
  }
}

/** `7 of 10 free searches left today`; `left` is null until it is known. */
export const searchesLeftText = (perDay: number, left: number | null): string =>
  left === null ? `${searchesText(perDay)} a day` : `${left} of ${searchesText(perDay)} left today`;
