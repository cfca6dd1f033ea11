import { type ImportReject, MAX_KEPT_REJECTS } from '#domain/catalog/intake/contract';
import type { FileOptions } from '#domain/catalog/intake/endpoints';
import { type ImportPhase, unfinishedStates } from '#domain/catalog/intake/import-state';
import { UnreadableSource } from '#domain/catalog/import/import-runs';
import { takeBackText } from '#domain/catalog/intake/take-back';
import { dayOf } from '#domain/days';
import { SECOND_MS } from '#domain/durations';
import { Conflict } from '#domain/errors';
import type { Imports } from '#server/catalog/intake/typeorm/imports';
import { FileSource } from '#server/catalog/import/files/file-source';
import type { ImportObserver } from '#server/catalog/import/read-source';
import { Progress } from '#server/cli/progress';
import type { ImportEntry } from '#server/database/schema/operations.schema';
import { parseVerb, UsageError } from '#server/cli/arguments';
import { type CommandIo, printResult, reportWait, type Run } from '#server/cli/command-io';
import { commandForms, optionsHelp } from '#server/cli/command-options';
import type { ApplicationContext } from '#server/cli/application-context';
import { dryRun, type ImportServices, importerWith, openRows } from '#server/cli/commands/import/choose-importer';

export const help = `corklight imports list
corklight imports run NUMBER
corklight imports take-back NUMBER [--dry-run]

list shows the latest imports by every way: by command, over HTTP, and in the browser.
run imports a received file now, or goes on with taking an import back, as the server does when its turn comes.
take-back undoes an import: what came only from it goes, and values that it replaced come back, also after later imports. A server goes on
with an interrupted one; without a server, run the same command again.

${optionsHelp(commandForms.imports.options)}
Example: corklight imports list --json

Exit codes: 0 when done, 1 when it failed, 2 on incorrect usage.
`;

type ServiceName = keyof ImportServices | 'headerMappings' | 'imports' | 'receivedFiles' | 'takeBacks' | 'enter';
type Services = Pick<ApplicationContext, ServiceName>;

const PROGRESS_INTERVAL_MS = SECOND_MS;

const settingsOf = (importId: number, { kind, as, metric, round, max_bad, modified_at }: FileOptions) => ({
  kind: kind ?? null,
  origin: { importId },
  as,
  round,
  metrics: metric === undefined ? {} : { '*': metric },
  maxRejectedShare: max_bad,
  stopOnReject: false,
  ...(modified_at === undefined ? {} : { crawledAt: new Date(modified_at) }),
});

/** Records how far an import is: each phase as it begins, and then its share once a second. */
function progressReporter(imports: Pick<Imports, 'report'>, id: number): (phase: ImportPhase, share: number | null) => void {
  let [reportedPhase, reportedAtMs]: [ImportPhase | null, number] = [null, 0];
  return (phase, share) => {
    if (phase === reportedPhase && performance.now() - reportedAtMs < PROGRESS_INTERVAL_MS) return;
    [reportedPhase, reportedAtMs] = [phase, performance.now()];
    // What is shown may be late; a failure of the database shows in the import itself.
    void imports.report(id, phase, share).catch(() => undefined);
  };
}

/** Imports a received file, or checks it, and records how it went. */
async function runReceived(id: number, services: Services): Promise<void> {
  const { imports, receivedFiles, clock } = services;
  const entry = await imports.find(id);
  if (!entry?.options || (entry.state !== 'waiting' && entry.state !== 'running'))
    throw new Conflict(`There is no waiting file with the number ${id}.`);
  const rejects: ImportReject[] = [];
  const observer: ImportObserver = {
    onReject: (line, reject) => void (rejects.length < MAX_KEPT_REJECTS && rejects.push({ line, ...reject })),
    onProgress: progressReporter(imports, id),
    onWait: () => undefined,
    onRead: () => imports.saveRejects(id, rejects),
  };
  const end = (outcome: Partial<ImportEntry>) =>
    imports.change(id, unfinishedStates, { ...outcome, phase: null, share: null, finished_at: clock.now() });
  const isOfBrowser = entry.way === 'browser';
  const run = entry.is_dry_run ? dryRun : importerWith(services);
  if (entry.is_dry_run) await imports.change(id, unfinishedStates, { state: 'running', phase: 'reading', started_at: clock.now() });
  try {
    const file = await FileSource.open(receivedFiles.pathOf(entry), process.stdin, entry.name);
    const rows = await openRows(file, settingsOf(id, entry.options), services.headerMappings);
    await imports.change(id, unfinishedStates, { kind: rows.settings.kind, recognized: rows.recognized });
    const { lines, rejected, reason } = await run(rows.source, rows.settings, observer);
    if (entry.is_dry_run) {
      await end({ state: isOfBrowser ? 'held' : reason === null ? 'done' : 'refused', lines, rejected, reason });
    }
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    await end({ state: isOfBrowser ? 'held' : 'refused', reason: error.message });
  }
  const ended = await imports.find(id);
  if (ended && ended.state !== 'held') await receivedFiles.close(ended, await imports.listRejects(id));
}

/** Goes on with taking an import back, until that is done. Throws `Conflict` while that is not possible. */
async function goOnTakingBack(
  id: number,
  { takeBacks, searchInterest, clock, writeLock, recomputeGrowth }: Services,
  onProgress: (phase: 'applying' | 'growth', share: number | null) => void,
  onWait: () => void,
): Promise<void> {
  await writeLock.runAsWriter(
    async (scope) => {
      const kind = await takeBacks.resume(scope, id);
      if (kind === null) return;
      const onShare = (share: number) => onProgress('applying', share);
      if (kind === 'interest') await searchInterest.takeBack(scope, id, dayOf(clock.now()), onShare);
      else {
        await takeBacks.takeBack(scope, id, onShare);
        onProgress('growth', null);
        await recomputeGrowth.recomputeAllAsWriter(scope);
      }
      await takeBacks.finish(scope, id);
    },
    { onWait },
  );
}

/** Takes an import back for the server, and records how it goes. */
async function runTakeBack(id: number, services: Services): Promise<void> {
  try {
    await goOnTakingBack(id, services, progressReporter(services.imports, id), () => undefined);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    await services.imports.change(id, ['taking_back'], { reason: error.message });
  }
}

/** Takes an import back, or says what that would change. */
async function takeBack(id: number, isDryRun: boolean, io: CommandIo, services: Services): Promise<number> {
  const { takeBacks, imports, clock, enter } = services;
  const { counts } = await takeBacks.preview(id, clock.now());
  const { name } = await imports.get(id);
  if (!isDryRun) {
    await takeBacks.begin(id, clock.now());
    await enter(io.by, 'import_taken_back', { target: name, details: { import: id } });
    const progress = new Progress(io.stderr);
    await goOnTakingBack(id, services, (_, share) => share !== null && progress.show(`${name}: taking back`, share, 0), reportWait(io));
    progress.clear();
  }
  const note = isDryRun ? 'would be taken back (dry run, nothing was changed)' : 'taken back';
  return printResult(io, `${counts.map((count) => `${takeBackText(count)}\n`).join('')}${name}: ${note}\n`, {
    id,
    dry_run: isDryRun,
    counts,
  });
}

/** `corklight imports`. */
export const run: Run<ServiceName> = async (args, io, connect) => {
  const { verb, values, rest } = parseVerb(args, commandForms.imports, 1);
  if (values['dry-run'] && verb !== 'take-back') throw new UsageError('--dry-run belongs to take-back.');
  const id = Number(rest[0]);
  if (verb !== 'list' && !/^[1-9]\d{0,8}$/.test(rest[0] ?? '')) throw new UsageError(`${verb} needs the number of an import.`);
  if (verb === 'take-back') return takeBack(id, values['dry-run'], io, await connect());
  if (verb === 'run') {
    const services = await connect();
    const { state } = await services.imports.get(id);
    await (state === 'taking_back' ? runTakeBack : runReceived)(id, services);
    const record = await services.imports.view(id);
    printResult(io, `${record.name}: ${record.state}${record.reason === null ? '' : `: ${record.reason}`}\n`, record);
    return record.state === 'refused' ? 1 : 0;
  }
  if (rest[0] !== undefined) throw new UsageError(`list takes no argument "${rest[0]}".`);
  const { imports } = await (await connect()).imports.list();
  const line = ({ id, received_at, way, name, state, lines }: (typeof imports)[number]) =>
    `${String(id).padStart(6)}  ${received_at}  ${way.padEnd(7)}  ${state.padEnd(12)}  ${String(lines ?? '–').padStart(9)}  ${name}\n`;
  return printResult(io, imports.map(line).join(''), imports);
};
