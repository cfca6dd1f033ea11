import type { BoardRow } from '#domain/catalog/list-contract';
import { compactNumber } from '#domain/numbers';
import { classes } from '../../ui/classes';
import { CountWithNoun } from '../../ui/count';
import { rowUsername } from '../../ui/entity-names';
import { ExternalLink, isWebUrl } from '../../ui/navigation/external-link';
import { EntityPicture } from '../../ui/picture/picture';
import { EntityLink } from '../entity-link';
import { DetailCard } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';
import { Rail } from './rail';
import rowLink from '../../ui/row-link.module.css';
import styles from './detail-parts.module.css';

/** The websites that an influencer names, side by side. */
const SiteLinks = ({ sites }: { readonly sites: readonly string[] }) =>
  sites.length === 0 ? null : (
    <ul className="cluster items-stretch gap-1 gap-x-5" aria-label="Links">
      {sites.map((site) => (
        <li key={site}>
          <ExternalLink href={site}>{site.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}</ExternalLink>
        </li>
      ))}
    </ul>
  );

/** The boards of an influencer. */
function OwnedBoards({ title, boards }: { readonly title: string; readonly boards: readonly BoardRow[] }) {
  if (boards.length === 0) return null;
  return (
    <DetailCard title={title}>
      <ul className={classes('pair', styles.entities)}>
        {boards.map((row) => (
          <li key={row._id} className="stack relative items-center line-above gap-3">
            <EntityPicture entity="board" row={row} width={40} />
            <EntityLink entity="board" id={row._id} className={classes('plain-link strong', rowLink.link, 'one-line')}>
              <bdi>{row.title}</bdi>
            </EntityLink>
            {row.follower_count !== null && (
              <span>
                <CountWithNoun value={row.follower_count} noun="follower" />
              </span>
            )}
          </li>
        ))}
      </ul>
    </DetailCard>
  );
}

const content: DetailContent<'pinner'> = {
  head: (pinner) => (
    <>
      {rowUsername(pinner) !== null && <p className="muted">{rowUsername(pinner)}</p>}
      {pinner.profile_reach !== null && <p className="muted">Reach {compactNumber(pinner.profile_reach)}</p>}
      <SiteLinks sites={[...new Set([pinner.website_url, pinner.domain_url])].filter(isWebUrl)} />
    </>
  ),
  rails: ({ pins, similar }) => (
    <>
      <Rail title={pins.some(({ saves }) => saves !== null) ? 'Most saved pins' : 'Pins'} variant="pins" rows={pins} />
      <Rail title="Similar influencers" variant="pinners" rows={similar} />
    </>
  ),
  createdName: 'On Pinterest since',
  cards: ({ boards }) => (
    <OwnedBoards title={boards.some(({ follower_count: followers }) => followers !== null) ? 'Biggest boards' : 'Boards'} boards={boards} />
  ),
};

/** `/pinner/:id/` */
export const PinnerScreen = () => <DetailScreen entity="pinner" content={content} />;
