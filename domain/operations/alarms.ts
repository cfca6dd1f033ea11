import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations';
import type { LastJobRun } from '#domain/jobs/jobs';
import { wasStopped } from '#domain/jobs/stopped-run';
import {
  type BackupFigures,
  type DiskFigures,
  type FailedTakeBack,
  isOutOfDate,
  newestReadingOf,
  type RefusedImport,
  type SiteFigures,
} from '#domain/operations/site-figures';
import { formatCount, wholeNumber } from '#domain/numbers';
import { shorten } from '#domain/site/shorten';

/** What an alarm is about. */
export const alarmKinds = ['maintenance', 'job', 'mail', 'data', 'backup', 'disk', 'import', 'webhook'] as const;
type AlarmKind = (typeof alarmKinds)[number];

/** Something that an administrator should look at. */
export interface Alarm {
  readonly kind: AlarmKind;
  /** What is wrong, as a sentence. */
  readonly text: string;
}

/** The kinds that administrators get emails about. Not `maintenance`, which they began, and not `mail`: such an email would wait in the same outbox. */
export const emailedAlarmKinds = ['job', 'data', 'backup', 'disk', 'import', 'webhook'] as const satisfies readonly AlarmKind[];
export type EmailedAlarmKind = (typeof emailedAlarmKinds)[number];

/** What tells alarms apart over time: their texts name ages and sizes, which change while an alarm lasts. */
export const alarmIdentity = ({ kind, text }: Alarm): string => (kind === 'job' || kind === 'import' ? text : kind);

/** Not `maintenance`, which the operator began, and not `webhook`: that message could not be delivered either. */
export const isSentToWebhook = ({ kind }: Alarm): boolean => kind !== 'maintenance' && kind !== 'webhook';

/** A message to the webhook: an alarm began, or it ended. */
export interface AlarmMessage {
  readonly id: number;
  readonly kind: AlarmKind | 'test';
  readonly text: string;
  readonly began_at: Date;
  readonly ended_at: Date | null;
}

/** Discord refuses a longer `content`; Slack and Mattermost take more. */
const MAX_SENTENCE_LENGTH = 2_000;

/** The JSON of a message. Slack and Mattermost show `text`, Discord shows `content`; programs read the rest, where the alarm is whole. */
export function alarmMessageBody(message: AlarmMessage, site: { readonly brand: string; readonly origin: string }) {
  const { id, kind, text, began_at, ended_at } = message;
  const operations = `${site.origin}/admin/operations`;
  const start = `${site.brand}: ${ended_at === null ? '' : 'Over: '}`;
  const sentence = `${start}${shorten(text, MAX_SENTENCE_LENGTH - start.length - operations.length - 1)} ${operations}`;
  return { text: sentence, content: sentence, id, kind, alarm: text, since: began_at, ended: ended_at, site: site.origin, operations };
}

/** The last run of a job, as far as alarms need it. */
export type WatchedRun = Pick<LastJobRun, 'job' | 'error' | 'succeeded_at'> & { readonly isKilled: boolean };

/** Whether and why a site is in maintenance. */
interface MaintenanceState {
  readonly isOn: boolean;
  /** Whether a setting says so, which only a restart changes. */
  readonly isBySetting: boolean;
  /** When an operator began it; null if none did. */
  readonly since: Date | null;
}

/** The state of a site that alarms are derived from. */
export interface WatchedSite {
  readonly maintenance: MaintenanceState;
  readonly runs: readonly WatchedRun[];
  readonly figures: SiteFigures;
  /** How old the newest reading may be, in days. */
  readonly dataAlarmDays: number;
  /** How old the newest backup may be, in hours. */
  readonly backupAlarmHours: number;
}

/** How long an email may wait: attempts that fail once are soon repeated. */
const MAX_EMAIL_WAIT_MS = 15 * MINUTE_MS;

/** The alarms of a kind: one for each text. */
const alarms = (kind: AlarmKind, texts: readonly (string | null)[]): Alarm[] =>
  texts.flatMap((text) => (text === null ? [] : [{ kind, text }]));

/** Returns the current alarms; none if all is well. */
export const alarmsOf = ({ maintenance, runs, figures, dataAlarmDays, backupAlarmHours }: WatchedSite, now: Date): readonly Alarm[] => [
  ...alarms('maintenance', [maintenanceText(maintenance)]),
  ...alarms('job', runs.map(jobText)),
  ...alarms('mail', [mailText(figures.oldestUnsentAt, now)]),
  ...alarms('data', [isOutOfDate(figures, dataAlarmDays, now) ? dataText(newestReadingOf(figures)!, now) : null]),
  ...alarms('backup', [figures.backups && backupText(figures.backups, backupAlarmHours, runs, now)]),
  ...alarms('disk', [
    figures.isReadOnly ? READ_ONLY_TEXT : null,
    ...[figures.dataDisk, figures.backupDisk].map((disk) => disk && diskText(disk)),
  ]),
  ...alarms('import', [...figures.refusedImports.map(refusedText), ...figures.failedTakeBacks.map(takeBackText)]),
  ...alarms('webhook', [figures.webhookFault === null ? null : `Alarms do not reach the webhook: ${figures.webhookFault}.`]),
];

function maintenanceText({ isOn, isBySetting, since }: MaintenanceState): string | null {
  if (!isOn) return null;
  const begun = since === null ? '' : ` since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const end = isBySetting ? 'Start the servers without MAINTENANCE=true to end it.' : '“corklight maintenance off” ends it.';
  return `Maintenance is on${begun}: visitors see the maintenance page. ${end}`;
}

function jobText({ job, error, isKilled }: WatchedRun): string | null {
  if (isKilled) return `The server was killed while the job “${job}” ran.`;
  // A stop is no failure: the run is repeated after the next start.
  return error === null || wasStopped(error) ? null : `The job “${job}” failed.`;
}

/** Rounded down: minutes up to two hours, then hours. */
const ageText = (ageMs: number): string =>
  ageMs < 2 * HOUR_MS
    ? formatCount(Math.floor(ageMs / MINUTE_MS), 'minute', 'minutes')
    : formatCount(Math.floor(ageMs / HOUR_MS), 'hour', 'hours');

function mailText(oldestUnsentAt: Date | null, now: Date): string | null {
  const waitedMs = oldestUnsentAt === null ? 0 : now.getTime() - oldestUnsentAt.getTime();
  return waitedMs <= MAX_EMAIL_WAIT_MS ? null : `Email is not going out: one has waited for ${ageText(waitedMs)}.`;
}

function dataText(newestReadingAt: Date, now: Date): string {
  const days = Math.floor((now.getTime() - newestReadingAt.getTime()) / DAY_MS);
  return `The data is out of date: its newest reading is ${formatCount(days, 'day', 'days')} old.`;
}

/** A new site has no backup before its first night, which is no fault. */
function backupText({ folder, problem, newest }: BackupFigures, alarmHours: number, runs: readonly WatchedRun[], now: Date): string | null {
  if (problem !== null) return `Backups cannot be made: the folder ${folder} cannot be used (${problem}).`;
  if (newest === null) {
    const hasRun = runs.some(({ job, succeeded_at }) => job === 'backup' && succeeded_at !== null);
    return hasRun ? `There is no backup of this site in ${folder}.` : null;
  }
  const ageMs = now.getTime() - newest.createdAt.getTime();
  return ageMs <= alarmHours * HOUR_MS ? null : `The newest backup in ${folder} is ${ageText(ageMs)} old.`;
}

/** An import or a recompute may fill a disk with less. */
const MIN_FREE_BYTES = 1e9;

/** Time to order a disk, or to move to another one. */
export const MIN_DAYS_LEFT = 14;

const READ_ONLY_TEXT = 'The database is read-only, usually because its disk is full: pages work, but nothing is saved until there is room.';

function diskText({ folder, freeBytes, daysLeft }: DiskFigures): string | null {
  if (freeBytes < MIN_FREE_BYTES) return `The disk of ${folder} is almost full: ${wholeNumber(Math.floor(freeBytes / 1e6))} MB are free.`;
  if (daysLeft === null || daysLeft >= MIN_DAYS_LEFT) return null;
  return `At its present growth, the disk of ${folder} is full in ${formatCount(daysLeft, 'day', 'days')}.`;
}

const withoutPeriod = (sentence: string): string => sentence.replace(/\.$/, '');

const refusedText = ({ source, reason }: RefusedImport): string =>
  `The import of “${source}” was refused${reason === null ? '' : `: ${withoutPeriod(reason)}`}.`;

function takeBackText({ source, reason }: FailedTakeBack): string {
  const todo = 'Try again on /admin/imports: until then, what it changed is half undone, and no replaced values are deleted.';
  return `Taking the import of “${source}” back failed: ${withoutPeriod(reason)}. ${todo}`;
}
