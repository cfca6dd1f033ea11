import { compactNumber } from '#domain/numbers';
import { rowUsername } from '../../ui/entity-names';
import { isWebUrl } from '../../ui/navigation/external-link';
import { OwnedBoards } from './detail-card';
import { SiteLinks } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';
import { Rail } from './rail';

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
