import { Controller } from '@nestjs/common';
import { acts, AuditLog } from '#domain/audit/acts';
import type { AuditEntry } from '#domain/audit/contract';
import { exportAudit, listAudit } from '#domain/audit/endpoints';
import { Clock } from '#domain/clock';
import { dayLabel, dayOf } from '#domain/days';
import { csvFile, csvStream } from '#server/http/exports';
import { Handles, type Received } from '#server/http/handles';

const columns = ['at', 'actor_kind', 'actor', 'act', 'what', 'target_kind', 'target', 'details', 'origin'] as const;

const cellsOf = ({ at, actor, act, target, details, origin }: AuditEntry) => [
  at,
  actor.kind,
  actor.label,
  act,
  acts[act].sentence,
  target?.kind ?? null,
  target?.label ?? null,
  JSON.stringify(details),
  origin,
];

const dayText = (day: number | null | undefined) => (typeof day === 'number' ? dayLabel(day) : undefined);

/** Who did what, for administrators only. */
@Controller()
export class AuditController {
  constructor(
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  @Handles(listAudit)
  list({ query: search }: Received<typeof listAudit>) {
    return this.audit.list(search);
  }

  /** The export is in the audit before its first line is sent, also when it is interrupted. */
  @Handles(exportAudit)
  async exportCsv({ by, query: filters }: Received<typeof exportAudit>) {
    const now = this.clock.now();
    const held = { act: filters.act, from: dayText(filters.from), to: dayText(filters.to) };
    const details = Object.fromEntries(Object.entries(held).filter((pair): pair is [string, string] => pair[1] !== undefined));
    await this.audit.enter({ by, at: now, act: 'audit_exported', details });
    const { audit } = this;
    async function* cells() {
      for await (const entries of audit.readAll(filters)) yield entries.map(cellsOf);
    }
    return csvFile(`audit-${dayLabel(dayOf(now))}`, csvStream(columns, cells()));
  }
}
