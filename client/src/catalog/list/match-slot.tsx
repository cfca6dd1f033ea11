import { LazyPart } from '../../ui/feedback/error-boundary';
import type { AnyRow } from './list-row';
import { inOwnChunk } from '../../ui/own-chunk';

/** In a chunk of their own, since only searches with keywords show them. */
const MarkedTitle = inOwnChunk(() => import('./marked-text'), 'MarkedTitle');
const MatchElsewhere = inOwnChunk(() => import('./marked-text'), 'MatchElsewhere');

/** The title of a row, with the words marked that match the keywords. */
export const RowTitle = ({ row }: { readonly row: AnyRow }) =>
  row.snippet ? (
    <LazyPart loading={row.title} failed={row.title}>
      <MarkedTitle title={row.title} snippet={row.snippet} />
    </LazyPart>
  ) : (
    row.title
  );

/** Where else a row matches the keywords; the line keeps its space while it loads. */
export const RowMatch = ({ row }: { readonly row: AnyRow }) =>
  row.snippet?.elsewhere ? (
    <LazyPart loading={<br />}>
      <MatchElsewhere elsewhere={row.snippet.elsewhere} />
    </LazyPart>
  ) : null;
