import type { FileKind } from '#domain/catalog/import/import-row';
import { type CatalogSource, UnreadableSource } from '#domain/catalog/import/import-runs';
import type { HeaderMappings } from '#server/catalog/import/postgres/header-mappings';
import type { ApplicationContext } from '#server/cli/application-context';
import type { FileSource } from '#server/catalog/import/files/file-source';
import { type FileFormat, recognizeFile } from '#server/catalog/import/files/recognize-file';
import { catalogSettings, readingTime, RecognizedSource, type RowSettings } from '#server/catalog/import/files/recognized-source';
import { dryRunImport, ImportCatalog, type ImportResult } from '#server/catalog/import/import-catalog';
import { dryRunInterestImport, ImportSearchInterest } from '#server/catalog/import/import-search-interest';
import type { ImportObserver } from '#server/catalog/import/read-source';

/** The services that importing needs. */
export type ImportServices = Pick<
  ApplicationContext,
  'importRuns' | 'clock' | 'writeLock' | 'recomputeGrowth' | 'recomputeKeywords' | 'searchInterest'
>;

/** Imports, or checks, a source. */
export type ImportSource = (source: CatalogSource, settings: RowSettings, observer: ImportObserver) => Promise<ImportResult>;

/** Imports into the catalog, and recomputes what depends on it; or imports the search interest of keywords. */
export function importerWith(services: ImportServices): ImportSource {
  const { importRuns, clock, writeLock, recomputeGrowth, recomputeKeywords, searchInterest } = services;
  const interest = new ImportSearchInterest(searchInterest, importRuns, clock, writeLock);
  const catalog = new ImportCatalog(importRuns, clock, writeLock, async (scope, changedIds, onProgress) => {
    await recomputeGrowth.recomputeChanged(scope, changedIds, ({ done, total }) => onProgress(total === 0 ? 1 : done / total));
    if (changedIds.pin !== undefined) await recomputeKeywords.countFirstAsWriter(scope);
  });
  return (source, settings, observer) =>
    (settings.kind === 'interest' ? interest : catalog).importSource(source, catalogSettings(settings), observer);
}

/** Reads and validates a source, and changes nothing. */
export const dryRun: ImportSource = (source, settings, observer) => {
  const check = settings.kind === 'interest' ? dryRunInterestImport : dryRunImport;
  return check(source, catalogSettings(settings), new Date(), observer);
};

/** A source with what its rows are. */
export type OpenedRows = Awaited<ReturnType<typeof openRows>>;

/** For reading without what was chosen for the columns of files. */
export const noMappings: Pick<HeaderMappings, 'findMapping'> = { findMapping: () => Promise.resolve(null) };

/** Opens the rows of a file: of the kind that was given, or as its header says. Throws `UnreadableSource` if it is not recognized. */
export async function openRows(
  file: FileSource,
  { kind, ...settings }: Omit<RowSettings, 'kind'> & { readonly kind: FileKind | null },
  mappings: Pick<HeaderMappings, 'findMapping'>,
  format?: FileFormat,
) {
  const reading = await recognizeFile(file, mappings, { format, kind: kind ?? undefined });
  if ('refusal' in reading) throw new UnreadableSource(reading.refusal);
  const { title, region, outcomes, kind: recognizedKind } = reading.recognition;
  const time = settings.crawledAt ?? file.modifiedAt;
  const becomes = outcomes.map((outcome) => (outcome === 'pinners' ? 'influencers' : outcome)).join(', ');
  return {
    source: new RecognizedSource(file, reading, time),
    settings: { ...settings, kind: recognizedKind, crawledAt: readingTime(reading, time) ?? settings.crawledAt },
    recognized: kind === null ? `${title}${region === null ? '' : `, ${region}`}: ${becomes}` : null,
  };
}
