import { countsOf } from '#domain/catalog/metrics';
import { catalogKinds } from '#domain/catalog/import/import-row';
import { parseTime } from '#domain/catalog/import/times';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { nameAmong, oneOf, parseDuration, parseOptions, UsageError } from '#server/cli/arguments';
import { commandForms, INTEREST } from '#server/cli/command-options';

const { options } = commandForms.import;

/** How files are imported. `kind` is null if the header of a file tells what its rows are. */
export type ImportOptions = ReturnType<typeof parseImportOptions>;

function parseShare(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim());
  const share = match ? Number(match[1]) / (match[2] ? 100 : 1) : Number.NaN;
  if (!(share >= 0 && share <= 1)) throw new UsageError(`--max-bad must be a share such as 5% or 0.05, not "${text}".`);
  return share;
}

/** `stars=follower_count` maps one metric; `follower_count` alone maps every metric. */
function parseMetrics(mappings: readonly string[], as: EntityType | undefined): Record<string, string> {
  const knownMetrics = new Set<string>(as ? countsOf[as] : entityTypes.flatMap((entity) => countsOf[entity]));
  return Object.fromEntries(
    mappings.map((mapping) => {
      const equalsIndex = mapping.lastIndexOf('=');
      const [foreignMetric, ourMetric] = equalsIndex < 0 ? ['*', mapping] : [mapping.slice(0, equalsIndex), mapping.slice(equalsIndex + 1)];
      if (!knownMetrics.has(ourMetric))
        throw new UsageError(
          `--metric: "${ourMetric}" is no metric${as ? ` of a ${as}` : ''}; use one of ${[...knownMetrics].join(', ')}.`,
        );
      return [foreignMetric, ourMetric];
    }),
  );
}

function parseCrawledAt(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined;
  const reading = parseTime(text, now);
  if ('value' in reading && reading.value !== null) return new Date(reading.value.ms);
  throw new UsageError(`--crawled-at: ${'reason' in reading ? reading.reason : 'no time given'}.`);
}

/** The kind and the files: the first argument may be a file, if it looks like one. */
function splitArguments(positionals: readonly string[], isSeries: boolean) {
  const [first, ...rest] = positionals;
  const kind = catalogKinds.find((each) => each === first);
  if (kind !== undefined) return { kind, files: rest };
  if (first !== undefined && rest.length > 0 && !/[./\\-]/.test(first)) nameAmong('kind', first, catalogKinds);
  return { kind: isSeries ? ('series' as const) : null, files: positionals };
}

/** Parses the arguments of a command that this operator runs. Throws `UsageError`. */
export function parseImportOptions(args: readonly string[], now: Date, operator: string) {
  const { values, positionals } = parseOptions(args, options);
  const { kind, files } = splitArguments(positionals, values.as !== undefined || values.metric.length > 0);
  if (files.length === 0) throw new UsageError('No FILE given; use - for standard input.');
  if (files.filter((file) => file === '-').length > 1) throw new UsageError('- (standard input) can be read once only.');
  const isOfRows = kind !== null && kind !== 'series';
  const given = { as: values.as !== undefined, round: values.round, metric: values.metric.length > 0 };
  for (const [flag, isGiven] of Object.entries(given)) if (isOfRows && isGiven) throw new UsageError(`--${flag} belongs to series.`);
  const named = values.as === undefined ? undefined : oneOf('--as', values.as, options.as.choices);
  const isInterest = named === INTEREST;
  if (isInterest && values.metric.length > 0) throw new UsageError('--metric belongs to series of boards, pinners, and pins.');
  const as = named === INTEREST ? undefined : named;
  return {
    files,
    dryRun: values['dry-run'],
    rejectsPath: values.rejects,
    format: values.format === undefined ? undefined : oneOf('--format', values.format, options.format.choices),
    kind: isInterest ? ('interest' as const) : kind,
    settings: {
      origin: { command: operator },
      as,
      round: values.round,
      metrics: parseMetrics(values.metric, as),
      maxWaitMs: values.wait === undefined ? undefined : parseDuration('--wait', values.wait),
      maxRejectedShare: parseShare(values['max-bad']),
      stopOnReject: oneOf('--on-error', values['on-error'], options['on-error'].choices) === 'stop',
      crawledAt: parseCrawledAt(values['crawled-at'], now),
    },
  };
}
