/** What the server itself reports, beside what pages report: an account was made, its address confirmed, a marketing letter followed. */
export type ServerEventName = 'registered' | 'confirmed' | 'campaign_visit';

/**
 * Takes events that happen on the server. `visitor` is the browser's random id (`visitorOf(request)`); null where there is none or the browser asks not to be followed: then nothing is kept. Never throws and is never waited for:
 * what cannot be kept is lost and logged, the work that reports it goes on.
 */
export abstract class ServerEvents {
  abstract record(event: { readonly name: ServerEventName; readonly visitor: string | null; readonly user_id: string | null }): void;
}
