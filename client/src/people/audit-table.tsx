import { acts, detailText } from '#domain/audit/acts';
import type { AuditEntry } from '#domain/audit/contract';
import { jobName } from '#domain/jobs/schedule';
import { formatCount } from '#domain/numbers';
import { formatDate, formatDateTime } from '../ui/format';
import type { TableColumn } from '../ui/data-table';
import { Row, RowList } from '../ui/row-list';

/** What was done, with its details. */
function actText({ act, details }: AuditEntry): string {
  const { sessions, until } = details;
  if (act === 'sessions_ended' && typeof sessions === 'number') return `Ended ${formatCount(sessions, 'session', 'sessions')}`;
  if (act === 'premium_given' && typeof until === 'string') return `Gave Premium through ${formatDate(until)}`;
  const texts = Object.entries(details).map(([name, value]) => detailText(name, value));
  return [acts[act].sentence, ...texts].join(', ');
}

/** What it was done to: an address, a file, or the kind and the name of something else. */
function targetText({ target }: AuditEntry): string {
  if (target === null) return 'Site';
  if (target.kind === 'job') return `Job “${jobName(target.label)}”`;
  return target.kind === 'cleanup' ? `Cleanup ${target.label}` : target.label;
}

/** The columns of the audit. A command is shown as it was typed, without addresses. */
export const auditColumns: readonly TableColumn<AuditEntry>[] = [
  { name: 'When', className: 'nowrap', render: ({ at }) => formatDateTime(at) },
  { name: 'Who', className: 'anywhere', render: ({ actor }) => actor.label },
  {
    name: 'What',
    className: 'anywhere',
    render: (entry) => (
      <>
        {actText(entry)}
        {entry.actor.kind === 'command' && entry.origin !== null && <code className="muted text-sm block">{entry.origin}</code>}
      </>
    ),
  },
  { name: 'To whom or what', className: 'anywhere', render: targetText },
];

/** What was done to one person, the newest first. */
export const PersonHistory = ({ entries }: { readonly entries: readonly AuditEntry[] }) => (
  <RowList>
    {entries.map((entry) => (
      <Row key={entry.id} data-testid="history-row">
        <div className="anywhere">
          {actText(entry)}
          <p className="caption">
            {formatDateTime(entry.at)} · {entry.actor.label}
          </p>
        </div>
      </Row>
    ))}
  </RowList>
);
