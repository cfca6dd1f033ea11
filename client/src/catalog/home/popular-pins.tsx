import type { PopularPin } from '#domain/catalog/detail-contract';
import { PinStrip } from '../topics/pin-strip';
import styles from './popular-pins.module.css';

/** The wall: a row of popular pins with their saves and growth. It scrolls sideways where they do not fit. */
export const PopularPins = ({ pins }: { readonly pins: readonly PopularPin[] }) => (
  <section aria-labelledby="popular-pins">
    <h2 id="popular-pins" className={styles.heading}>
      Popular pins {pins.some(({ saves_growth_last_90_days: growth }) => (growth ?? 0) > 0) && <span className="muted">growing now</span>}
    </h2>
    <PinStrip pins={pins} />
  </section>
);
