import { compactNumber } from '#domain/numbers';
import { isWebUrl } from '../../ui/navigation/external-link';
import { OwnedEntityList, SiteLinks } from './detail-card';
import { UsernameLine } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';
import { Rail } from './rail';
import text from '../../ui/text.module.css';

const content: DetailContent<'pinner'> = {
  head: (pinner) => (
    <>
      {pinner.username !== null && pinner.name !== null && <UsernameLine username={pinner.username} />}
      {pinner.profile_reach !== null && <p className={text.muted}>Reach {compactNumber(pinner.profile_reach)}</p>}
    </>
  ),
  rails: ({ similar }) => <Rail title="Similar influencers" variant="pinners" rows={similar} />,
  createdName: 'On Pinterest since',
  cards: (pinner) => (
    <>
      <SiteLinks sites={[...new Set([pinner.website_url, pinner.domain_url])].filter(isWebUrl)} />
      <OwnedEntityList title="Biggest boards" entities={pinner.boards.map((row) => ({ entity: 'board', row }))} />
      <OwnedEntityList title="Most saved pins" entities={pinner.pins.map((row) => ({ entity: 'pin', row }))} />
    </>
  ),
};

/** `/pinner/:id/` */
export const PinnerScreen = () => <DetailScreen entity="pinner" content={content} />;
