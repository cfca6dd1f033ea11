import { type ActName, actNames } from '#domain/audit/acts';
import { parseDay } from '#domain/days';
import { paths } from '../site/paths';

/** What the screen of the audit shows, as its URL says. An empty text is no filter. */
export interface AuditView {
  readonly actor: string;
  readonly act: ActName | '';
  readonly target: string;
  /** Days such as `2026-11-22`, both included. */
  readonly from: string;
  readonly to: string;
  readonly page: number;
}

export function parseAuditView(search: string): AuditView {
  const params = new URLSearchParams(search);
  const textOf = (name: string) => (params.get(name) ?? '').trim();
  const dayOf = (name: string) => (parseDay(textOf(name)) === null ? '' : textOf(name));
  const page = Number(params.get('page') ?? 1);
  return {
    actor: textOf('actor'),
    act: actNames.find((act) => act === textOf('act')) ?? '',
    target: textOf('target'),
    from: dayOf('from'),
    to: dayOf('to'),
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The filters as the API takes them. */
export const auditQuery = ({ actor, act, target, from, to }: AuditView) => ({
  ...(actor === '' ? {} : { actor }),
  ...(act === '' ? {} : { act }),
  ...(target === '' ? {} : { target }),
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
});

export const hasFilters = (view: AuditView): boolean => Object.keys(auditQuery(view)).length > 0;

export function auditUrl(view: AuditView): string {
  const params = new URLSearchParams(auditQuery(view));
  if (view.page > 1) params.set('page', String(view.page));
  return params.size === 0 ? paths.audit : `${paths.audit}?${params}`;
}
