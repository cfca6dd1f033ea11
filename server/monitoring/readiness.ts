import { newestReadingOf, type SiteFigures } from '#domain/operations/site-figures';

/** What keeps an instance from serving requests. */
export type NotReadyReason = 'stopping' | 'database unreachable' | 'schema older';

/** The body of `/readyz`. The ages of data, emails, and backups are reported, and never a reason to send visitors elsewhere. */
export interface Readiness {
  readonly status: 'ready' | 'not ready';
  readonly reasons: readonly NotReadyReason[];
  readonly schema: SiteFigures['schema'] | null;
  readonly newest_reading_at: string | null;
  readonly oldest_unsent_email_at: string | null;
  /** Null also without BACKUP_DIR. */
  readonly newest_backup_at: string | null;
  /** Its size; null also without BACKUP_DIR. */
  readonly newest_backup_bytes: number | null;
}

const toIso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

function backupFacts(figures: SiteFigures | null): Pick<Readiness, 'newest_backup_at' | 'newest_backup_bytes'> {
  const newest = figures?.backups?.newest;
  return { newest_backup_at: toIso(newest?.createdAt), newest_backup_bytes: newest?.bytes ?? null };
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
    newest_reading_at: toIso(figures && newestReadingOf(figures)),
    oldest_unsent_email_at: toIso(figures?.oldestUnsentAt),
    ...backupFacts(figures),
  };
}
