import type { PopularPin } from '#domain/catalog/detail-contract';
import { classes } from '../../ui/classes';
import { CountWithNoun } from '../../ui/count';
import { isReadBefore, ReadGrowth } from '../../ui/growth-percent';
import { EAGER_PICTURES, EntityPicture } from '../../ui/picture/picture';
import { EntityLink } from '../entity-link';
import styles from './popular-pins.module.css';
import rowLink from '../../ui/row-link.module.css';

const PICTURE_WIDTH_PX = 96;

const isGrowing = ({ saves_growth_last_90_days: growth, saves_read_on: readOn }: PopularPin): boolean =>
  (growth ?? 0) > 0 && !isReadBefore(readOn, 90);

/** The wall: a row of popular pins with their saves, or repins where saves are unknown, and growth. It scrolls sideways where they do not fit. */
export const PopularPins = ({ pins }: { readonly pins: readonly PopularPin[] }) => (
  <section aria-labelledby="popular-pins">
    <h2 id="popular-pins" className={classes('text-xl', styles.heading)}>
      Popular pins {pins.some(isGrowing) && <span className="muted normal">growing now</span>}
    </h2>
    <ul className={classes('row items-stretch between scroll-x gap-3', styles.pins)}>
      {pins.map((pin, index) => (
        <li key={pin._id} className={classes('stack shrink text-md relative', styles.pin)} title={pin.title}>
          <EntityPicture entity="pin" row={pin} width={PICTURE_WIDTH_PX} isEager={index < EAGER_PICTURES} />
          <EntityLink entity="pin" id={pin._id} className={classes('plain-link strong', rowLink.link)}>
            <bdi className="sr-only">{pin.title}</bdi>
          </EntityLink>
          {(pin.saves ?? pin.repin_count) !== null && (
            <span className="number strong">
              <CountWithNoun value={pin.saves ?? pin.repin_count} noun={pin.saves === null ? 'repin' : 'save'} />
            </span>
          )}
          {pin.saves_growth_last_90_days !== null && (
            <ReadGrowth percent={pin.saves_growth_last_90_days} readOn={pin.saves_read_on} days={90} />
          )}
        </li>
      ))}
    </ul>
  </section>
);
