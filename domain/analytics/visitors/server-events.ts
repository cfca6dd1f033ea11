/** The visitor events that the server itself reports: a new account, a confirmed address, a followed link of a marketing email. */
export type ServerEventName = 'registered' | 'confirmed' | 'campaign_visit';

/** Records visitor events that happen on the server. */
export abstract class ServerEvents {
  /**
   * Records an event in the background and never throws: an event that cannot be stored is logged and lost, and the caller goes on.
   * `visitor` is the browser's random id; without one, or when the browser asks not to be tracked, it is null and
   * nothing is stored.
   */
  abstract record(event: { readonly name: ServerEventName; readonly visitor: string | null; readonly user_id: string | null }): void;
}
