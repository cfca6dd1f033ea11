import { newestReadingOf, type SiteFigures } from '#domain/monitoring/site-figures';

/** What keeps an instance from serving requests. */
export type NotReadyReason = 'stopping' | 'database unreachable' | 'schema older';

/** The body of `/readyz`. The ages of data and emails are reported, and never a reason to send visitors elsewhere. */
export interface Readiness {
  readonly status: 'ready' | 'not ready';
  readonly reasons: readonly NotReadyReason[];
  readonly schema: SiteFigures['schema'] | null;
  readonly newest_reading_at: string | null;
  readonly oldest_unsent_email_at: string | null;
}

/** Whether an instance can serve requests, and why not. `figures` are null while they cannot be read. */
export function readinessOf(
  state: { readonly isStopping: boolean; readonly isReachable: boolean },
  figures: SiteFigures | null,
): Readiness {
  const reasons: NotReadyReason[] = [
    ...(state.isStopping ? (['stopping'] as const) : []),
    ...(state.isReachable ? [] : (['database unreachable'] as const)),
    ...(figures?.schema === 'older' ? (['schema older'] as const) : []),
  ];
  return {
    status: reasons.length === 0 ? 'ready' : 'not ready',
    reasons,
    schema: figures?.schema ?? null,
    newest_reading_at: (figures && newestReadingOf(figures))?.toISOString() ?? null,
    oldest_unsent_email_at: figures?.oldestUnsentAt?.toISOString() ?? null,
  };
}
