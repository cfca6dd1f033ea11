import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { entityTypes } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { SECOND_MS } from '#domain/durations';
import { VERSION } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { CatalogReads } from '#server/database/replicas/catalog-reads';
import { CachedFigures, type CurrentFigures } from '#server/monitoring/cached-figures';

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const secondsOf = (time: Date): number => time.getTime() / SECOND_MS;

/** The metrics of this instance, and what it knows of the site, in the format of Prometheus. */
@Injectable()
export class SiteMetrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'corklight_http_request_duration_seconds',
    help: 'Time to answer requests, by route and class of status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [this.#registry],
  });
  readonly #openConnections = this.#gauge('database_connections', 'Open connections to the database.', ['pool']);
  readonly #idleConnections = this.#gauge('database_idle_connections', 'Open connections that are not in use.', ['pool']);
  readonly #waiting = this.#gauge('database_waiting', 'Callers that wait for a connection.', ['pool']);
  readonly #replicaLag = this.#gauge('replica_lag_seconds', 'How far a replica is behind; missing while it does not answer.', ['replica']);
  readonly #replicaInUse = this.#gauge('replica_in_use', '1 if this instance reads the catalog from the replica.', ['replica']);
  readonly #replicaReception = this.#gauge(
    'replica_reception',
    '1 for the state of the replica: receiving, not receiving, or lost its WAL.',
    ['replica', 'state'],
  );
  readonly #repeatedReads = this.#gauge('replica_repeated_reads', 'Reads that failed on a replica and were repeated on the primary.');
  readonly #reachable = this.#gauge('database_reachable', '1 if the figures below could be read, else they are missing.');
  readonly #readOnly = this.#gauge('database_read_only', '1 while the database refuses to write, as on a full disk.');
  readonly #jobRunning = this.#gauge('job_running', '1 while the job runs, on any instance.', ['job']);
  readonly #jobFailing = this.#gauge('job_failing', '1 if the last run of the job failed.', ['job']);
  readonly #jobSuccess = this.#gauge('job_last_success_timestamp_seconds', 'When the job last succeeded.', ['job']);
  readonly #jobFailure = this.#gauge('job_last_failure_timestamp_seconds', 'When the job last failed.', ['job']);
  readonly #unsent = this.#gauge('outbox_emails', 'Emails that are not delivered yet.');
  readonly #oldest = this.#gauge('outbox_oldest_seconds', 'Age of the oldest email that is not delivered; 0 without one.');
  readonly #linked = this.#gauge('linked_accounts', 'Linked accounts by whether we have access.', ['state']);
  readonly #newest = this.#gauge('newest_reading_timestamp_seconds', 'When an entity of this kind was last crawled.', ['kind']);
  readonly #rows = this.#gauge('catalog_rows', 'Entities of this kind.', ['kind']);
  readonly #webhookFailing = this.#gauge('alarm_webhook_failing', '1 if the last message to ALARM_WEBHOOK_URL was not delivered.');
  readonly #bytes = this.#gauge('database_bytes', 'Size of the database.');
  readonly #backupTime = this.#gauge('newest_backup_timestamp_seconds', 'When the newest backup in BACKUP_DIR was made.');
  readonly #backupBytes = this.#gauge('newest_backup_bytes', 'Size of the newest backup in BACKUP_DIR.');
  readonly #growth = this.#gauge('growth_bytes_per_day', 'Growth over 14 days; missing until three are known.', ['of']);
  readonly #allBackupBytes = this.#gauge('backups_bytes', 'Size of all nightly backups in BACKUP_DIR.');
  readonly #daysLeft = this.#gauge('disk_days_left', 'Days until the disk is full; missing if unknown, or nothing grows.', ['folder']);
  readonly #freeBytes = this.#gauge('data_directory_free_bytes', 'Room on the disk of DATA_DIR, where this instance has one.');

  constructor(
    private readonly postgres: Postgres,
    private readonly reads: CatalogReads,
    private readonly figures: CachedFigures,
    private readonly clock: Clock,
  ) {
    collectDefaultMetrics({ register: this.#registry });
    this.#gauge('info', 'The version of this instance.', ['version']).set({ version: VERSION }, 1);
  }

  /** The media type of the text. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Records that a request was answered. `route` is the pattern of its route. */
  recordRequest(method: string, route: string, status: number, elapsedMs: number): void {
    this.#requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, elapsedMs / SECOND_MS);
  }

  /** All metrics as text. */
  async render(): Promise<string> {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries({
      requests: this.postgres.pool,
      jobs: this.postgres.jobPool,
    })) {
      this.#openConnections.set({ pool }, totalCount);
      this.#idleConnections.set({ pool }, idleCount);
      this.#waiting.set({ pool }, waitingCount);
    }
    this.#setReplicas();
    this.#setFigures(await this.figures.readIfReachable());
    return this.#registry.metrics();
  }

  #setReplicas(): void {
    this.#replicaLag.reset();
    this.#replicaReception.reset();
    for (const replica of this.reads.replicas) {
      const { label, state } = replica;
      if (state.lagMs !== null) this.#replicaLag.set({ replica: label }, state.lagMs / SECOND_MS);
      if (state.reception !== null) this.#replicaReception.set({ replica: label, state: state.reception }, 1);
      this.#replicaInUse.set({ replica: label }, replica === this.reads.current ? 1 : 0);
    }
    this.#repeatedReads.set(this.reads.repeatedReads);
  }

  #setFigures(figures: CurrentFigures | null): void {
    for (const gauge of [this.#jobRunning, this.#jobFailing, this.#jobSuccess, this.#jobFailure, this.#newest, this.#rows, this.#linked])
      gauge.reset();
    for (const gauge of [this.#growth, this.#daysLeft]) gauge.reset();
    for (const gauge of [this.#unsent, this.#oldest, this.#webhookFailing, this.#bytes, this.#readOnly]) gauge.remove();
    for (const gauge of [this.#backupTime, this.#backupBytes, this.#allBackupBytes, this.#freeBytes]) gauge.remove();
    this.#reachable.set(figures === null ? 0 : 1);
    if (figures === null) return;
    this.#setJobs(figures);
    for (const [state, count] of Object.entries(figures.linkedAccounts)) this.#linked.set({ state }, count);
    this.#unsent.set(figures.unsentEmails);
    this.#oldest.set(figures.oldestUnsentAt === null ? 0 : secondsOf(this.clock.now()) - secondsOf(figures.oldestUnsentAt));
    for (const kind of entityTypes) {
      const newest = figures.newestReadingAt[kind];
      if (newest) this.#newest.set({ kind }, secondsOf(newest));
      this.#rows.set({ kind }, figures.rowCounts[kind]);
    }
    this.#webhookFailing.set(figures.webhookFault === null ? 0 : 1);
    this.#bytes.set(figures.databaseBytes);
    this.#setDiskUsage(figures);
  }

  #setJobs({ jobs, runningJobs }: CurrentFigures): void {
    for (const { job, error, succeeded_at, failed_at } of jobs) {
      this.#jobRunning.set({ job }, runningJobs.has(job) ? 1 : 0);
      this.#jobFailing.set({ job }, error === null ? 0 : 1);
      if (succeeded_at) this.#jobSuccess.set({ job }, secondsOf(succeeded_at));
      if (failed_at) this.#jobFailure.set({ job }, secondsOf(failed_at));
    }
  }

  #setDiskUsage({ usage: { databaseGrowth, backupBytes, backupGrowth }, backups, dataDisk, backupDisk, isReadOnly }: CurrentFigures): void {
    this.#readOnly.set(Number(isReadOnly));
    if (backups?.newest) {
      this.#backupTime.set(secondsOf(backups.newest.createdAt));
      this.#backupBytes.set(backups.newest.bytes);
    }
    if (dataDisk) this.#freeBytes.set(dataDisk.freeBytes);
    if (databaseGrowth !== null) this.#growth.set({ of: 'database' }, databaseGrowth);
    if (backupGrowth !== null) this.#growth.set({ of: 'backups' }, backupGrowth);
    if (backupBytes !== null) this.#allBackupBytes.set(backupBytes);
    for (const [folder, disk] of [
      ['data', dataDisk],
      ['backups', backupDisk],
    ] as const)
      // prettier-ignore
      if (disk && disk.daysLeft !== null) this.#daysLeft.set({ folder }, disk.daysLeft);
  }

  #gauge<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []): Gauge<Label> {
    return new Gauge({ name: `corklight_${name}`, help, labelNames: [...labelNames], registers: [this.#registry] });
  }
}
