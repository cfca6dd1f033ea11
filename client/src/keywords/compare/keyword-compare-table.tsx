import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { KeywordComparison, KeywordVolume } from '#domain/keywords/contract';
import { comparedKeywordsText } from '#domain/keywords/compared-keywords';
import { paths } from '../../site/paths';
import { Card } from '../../ui/card';
import { LineMark } from '../../ui/charts/comparison/line-mark';
import { Count, Volume } from '../../ui/count';
import { ScrollTable, type TableColumn } from '../../ui/data-table';
import { publishByText } from '../interest/publish-by';
import { keywordColumns, OWN_VOLUME_NAME, type OwnVolumes } from '../keyword-table';
import { type Resource, useEndpoint } from '../../api/resource';
import sideBySide from '../../ui/charts/comparison/side-by-side.module.css';

interface FigureRow {
  readonly name: string;
  readonly hint?: string | undefined;
  readonly render: (one: ComparedKeyword) => ReactNode;
}

/** The figures side by side: a column per keyword. */
export const KeywordCompareTable = ({
  compared,
  ownVolumes,
}: {
  readonly compared: readonly ComparedKeyword[];
  readonly ownVolumes: OwnVolumes | null;
}) => (
  <Card hasSmallTitle title="Side by side" className="stack gap-3">
    {ownVolumes?.note}
    <ScrollTable
      name="Figures side by side"
      columns={[
        { name: 'Figure', className: sideBySide.figure, render: ({ name: figure, hint }) => <span title={hint}>{figure}</span> },
        ...compared.map((one, place): TableColumn<FigureRow> => ({
          name: one.keyword,
          head: (
            <span className="inline-row gap-2">
              <LineMark index={place} />
              <KeywordHead compared={one} />
            </span>
          ),
          render: ({ render }) => render(one),
        })),
      ]}
      rows={[
        ...figureRows(compared),
        ...(ownVolumes ? [{ name: OWN_VOLUME_NAME, render: ({ keyword }: ComparedKeyword) => ownVolumes.cellOf(keyword) }] : []),
        ...volumeRows(compared),
      ]}
      keyOf={(row) => row.name}
      className={sideBySide.table}
      testId="keyword-compare-table"
    />
    {compared.some(({ interest }) => interest.volumes.length > 0) && (
      <p className="caption">Imported volumes are figures of other tools. They take no part in competition, momentum, or opportunity.</p>
    )}
  </Card>
);

const KeywordHead = ({ compared: { keyword, is_known: isKnown, figures } }: { readonly compared: ComparedKeyword }) => (
  <span className="stack">
    {isKnown ? (
      <Link href={paths.keyword(keyword)}>
        <bdi>{keyword}</bdi>
      </Link>
    ) : (
      <bdi>{keyword}</bdi>
    )}
    {figures === null && <span className="small">{isKnown ? 'Fewer than five pins' : 'Not in the catalog'}</span>}
  </span>
);

/** Columns of the list that have a row of their own here. */
const ownRows: ReadonlySet<string> = new Set(['Common pins', 'Publish by', 'Volume']);

/** The figures of the list of keywords, without those that none of them has. */
function figureRows(compared: readonly ComparedKeyword[]): readonly FigureRow[] {
  const known = compared.flatMap(({ figures }) => figures ?? []);
  const counted = keywordColumns
    .filter((column) => !ownRows.has(column.name) && (column.isKnown ? known.some(column.isKnown) : known.length > 0))
    .map(({ name: figure, hint, render }): FigureRow => ({
      name: figure,
      hint,
      render: ({ figures }) => (figures === null ? '–' : render(figures)),
    }));
  return [
    ...counted,
    ...(known.some(({ saves }) => saves !== null)
      ? [{ name: 'Saves', render: ({ figures }: ComparedKeyword) => <Count value={figures?.saves} /> }]
      : []),
    ...(compared.some(({ interest }) => interest.season?.publish_by)
      ? [
          {
            name: 'Publish by',
            render: ({ interest }: ComparedKeyword) => (interest.season?.publish_by ? publishByText(interest.season.publish_by) : '–'),
          },
        ]
      : []),
  ];
}

const toolAndRegion = ({ source, region }: KeywordVolume): string => [source, region].filter((part) => part !== null).join(', ');

/** A row per tool and region, the one with the newest volume first. */
function volumeRows(compared: readonly ComparedKeyword[]): readonly FigureRow[] {
  const all = compared.flatMap(({ interest }) => interest.volumes).filter(({ volume }) => volume !== null);
  const tools = new Set(all.toSorted((one, other) => other.date.localeCompare(one.date)).map(toolAndRegion));
  return [...tools].map((tool) => ({
    name: `Volume, ${tool}`,
    render: ({ interest }) => {
      const [newest, ...older] = interest.volumes.filter((one) => one.volume !== null && toolAndRegion(one) === tool);
      if (!newest) return '–';
      return (
        <>
          <Volume {...newest} />
          {older.length > 0 && (
            <details className="small">
              <summary>{older.length} older</summary>
              {older.map((one) => (
                <p key={one.date}>
                  <Volume {...one} />
                </p>
              ))}
            </details>
          )}
        </>
      );
    },
  }));
}

/** A keyword in a comparison. */
export type ComparedKeyword = KeywordComparison['keywords'][number];

/** Loads the keywords of a comparison in their order. */
export const useComparedKeywords = (keywords: readonly string[]): Resource<KeywordComparison> => {
  const text = comparedKeywordsText(keywords);
  return useEndpoint('GET /comparisons/keywords', { query: { keywords: text } });
};
