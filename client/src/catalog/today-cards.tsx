import { Link } from 'wouter';
import type { PinRow } from '#domain/catalog/list-contract';
import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import { MOMENTUM_ORDER } from '#domain/catalog/orders';
import { paths } from '../site/paths';
import { useEntitlement } from '../site/session';
import { Card } from '../ui/card';
import { TextButton } from '../ui/form/button';
import { RailItems } from './detail/rail';
import type { OwnSite } from '#domain/watching/today/contract';
import { formatCount } from '#domain/numbers';
import { Count } from '../ui/count';

interface RisingPinsCardProps {
  readonly topics: readonly string[];
  readonly pins: readonly PinRow[];
  /** What is shown where none rises. */
  readonly others: readonly PinRow[];
  /** Asks for other topics. */
  readonly onChange: () => void;
}

/** How many topics the heading names. */
const MAX_NAMED_TOPICS = 3;

/** The rising pins of the user's topics. */
export function RisingPinsCard({ topics, pins, others, onChange }: RisingPinsCardProps) {
  const [order_by, caption] = useEntitlement('momentum')
    ? ([MOMENTUM_ORDER, 'By momentum'] as const)
    : (['saves_growth_last_90_days', 'By the growth of their saves over 90 days'] as const);
  const names = [
    ...topics.slice(0, MAX_NAMED_TOPICS),
    ...(topics.length > MAX_NAMED_TOPICS ? [`${topics.length - MAX_NAMED_TOPICS} more`] : []),
  ].join(' · ');
  return (
    <Card
      title={`Rising in ${names}`}
      side={
        <span>
          <TextButton onClick={onChange} aria-label="Change topics">
            Change
          </TextButton>
          {' · '}
          <Link href={`${paths.pins}?${new URLSearchParams({ topic: formatFilterValue(topics), order_by })}`}>All pins</Link>
        </span>
      }
      data-testid="rising-pins"
    >
      {pins.length > 0 ? (
        <p className="caption">{caption}</p>
      ) : (
        <p>No pin about this is known to rise now. {others.length > 0 && 'Others about it, by repins:'}</p>
      )}
      <RailItems variant="pins" rows={pins.length > 0 ? pins : others} hasGrowth={pins.length > 0} />
    </Card>
  );
}

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
