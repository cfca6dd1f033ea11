import { useState } from 'react';
import type { InterestCurve } from '#domain/keywords/contract';
import { toolOf } from '#domain/keywords/interest/search-interest';
import { wholeNumber } from '#domain/numbers';
import { Card } from '../../ui/card';
import { gapsOf, omissionText, toDayPoints } from '../../ui/charts/chart-points';
import { type ComparedLine, ComparisonChart } from '../../ui/charts/comparison/comparison-chart';
import { EmptyText } from '../../ui/feedback/empty-text';
import { Select } from '../../ui/form/select';
import { curveName } from '../keyword-view';
import type { ComparedKeyword } from './keyword-compare-table';

const title = 'Search interest';

/** The imported curves of the keywords in one chart, of one region and source; nothing where none were imported. */
export function CurvesCard({ compared }: { readonly compared: readonly ComparedKeyword[] }) {
  const [chosen, setChosen] = useState('');
  const scales = scalesOf(compared);
  const scale = scales.find(({ value }) => value === chosen) ?? scales[0];
  if (!scale) return null;
  const curveOf = ({ interest }: ComparedKeyword): InterestCurve | undefined =>
    interest.curves.find((curve) => scaleOf(curve) === scale.value);
  const lines = compared.map((one, index): ComparedLine => ({
    key: one.keyword,
    name: one.keyword,
    owner: null,
    index,
    points: toDayPoints((curveOf(one)?.points ?? []).map(({ date, value }) => ({ day: date, value }))),
  }));
  const drawn = lines.filter(({ points }) => points.length > 1);
  const missing = lines.filter(({ points }) => points.length <= 1).map((line) => line.name);
  return (
    <Card hasSmallTitle title={title} className="stack gap-2" data-testid="compared-curves">
      {scales.length > 1 && <Select label="Region and source" value={scale.value} onChange={setChosen} options={scales} />}
      {drawn.length === 0 ? (
        <EmptyText>There is only one value yet.</EmptyText>
      ) : (
        <ComparisonChart
          name={title}
          lines={drawn}
          formatValue={wholeNumber}
          notes={[
            `${scale.name}. Values as in the source, and not counted in this catalog.`,
            omissionText(
              0,
              drawn.some(({ points }) => gapsOf(points).length > 0),
            ),
            missing.length > 0 && `Without a line: ${missing.join(', ')}.`,
          ]}
          fileName="compare-keywords"
        />
      )}
    </Card>
  );
}

/** The region and tool of a curve. Files that name no tool count as one, whatever they are called. */
const scaleOf = ({ region, sources }: InterestCurve): string => JSON.stringify([region, toolOf(sources[0]?.name ?? '')]);

/** The regions and tools of curves as options, the one that most of the keywords have first. */
function scalesOf(compared: readonly ComparedKeyword[]): readonly { readonly value: string; readonly name: string }[] {
  const curves = Map.groupBy(
    compared.flatMap(({ interest }) => interest.curves),
    scaleOf,
  );
  return [...curves]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([value, ofScale]) => {
      const [name = '', ...others] = new Set(ofScale.map(curveName));
      return { value, name: [name || 'Not named', ...others].join('; ') };
    });
}
