import { Link } from 'wouter';
import type { OwnSite } from '#domain/watching/today/contract';
import { formatCount } from '#domain/numbers';
import { paths } from '../../site/paths';
import { Card } from '../../ui/card';
import { Count } from '../../ui/count';
import { TextButton } from '../../ui/form/button';
import { RailItems } from '../detail/rail';

interface OwnSiteCardProps {
  readonly own: OwnSite & { readonly site: string };
  /** Asks for another site; left out where it can be typed beside. */
  readonly onChange?: () => void;
}

/** The user's own pins in the catalog. */
export const OwnSiteCard = ({ own: { site, pins, saves, top_pins }, onChange }: OwnSiteCardProps) => (
  <Card
    title={
      <>
        Your {site.startsWith('@') ? 'pins' : 'site'}: <bdi>{site}</bdi>
      </>
    }
    side={
      onChange && (
        <TextButton onClick={onChange} aria-label="Change site">
          Change
        </TextButton>
      )
    }
    data-testid="own-site"
  >
    {pins === 0 ? (
      <p>
        The catalog has no pins of yours yet. They appear after an import. <Link href={paths.pins}>All pins</Link>
      </p>
    ) : (
      <p>
        {formatCount(pins, 'pin', 'pins')} known
        {saves !== null && (
          <>
            , <Count value={saves} /> saves together
          </>
        )}
        . {top_pins.length > 1 && 'Your best:'}
      </p>
    )}
    {top_pins.length > 0 && <RailItems variant="pins" rows={top_pins} />}
  </Card>
);
