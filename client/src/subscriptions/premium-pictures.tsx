import { classes } from '../ui/classes';
import { useSnapshot } from 'valtio';
import { type Theme, theme } from '../site/theme';
import alertsDark from './pictures/alerts-dark.webp';
import alertsLight from './pictures/alerts-light.webp';
import comparisonDark from './pictures/comparison-dark.webp';
import comparisonLight from './pictures/comparison-light.webp';
import filtersDark from './pictures/filters-dark.webp';
import filtersLight from './pictures/filters-light.webp';
import searchDark from './pictures/search-dark.webp';
import searchLight from './pictures/search-light.webp';
import styles from './premium-pictures.module.css';

/** Must be those that `npm run screenshots:premium` takes. */
const PICTURE_WIDTH_PX = 560;
const PICTURE_HEIGHT_PX = 420;

const pictures = [
  {
    name: 'Keyword search, best match first',
    description: 'A search for “weeknight dinners” among group boards: 50 boards, best match first, with the found words marked.',
    light: searchLight,
    dark: searchDark,
  },
  {
    name: 'Every filter',
    description: 'Group boards with 1,000 to 50,000 followers, activity in the last 30 days, and steady growth.',
    light: filtersLight,
    dark: filtersDark,
  },
  {
    name: 'Growth, side by side',
    description: 'A chart with the followers of three boards over 90 days, each with its own color and marker.',
    light: comparisonLight,
    dark: comparisonDark,
  },
  {
    name: 'Alerts on what you watch',
    description: 'An alert rule for a watchlist, and the form for another: tell me when momentum rises to 60.',
    light: alertsLight,
    dark: alertsDark,
  },
] as const;

/** When the dark pictures are shown; a chosen theme wins over that of the device. */
const darkMedia: Readonly<Record<Theme, string>> = { system: '(prefers-color-scheme: dark)', dark: 'all', light: 'not all' };

/** What Premium looks like. The pictures load when they come near, and their boxes are reserved. */
export function PremiumPictures() {
  const media = darkMedia[useSnapshot(theme).value];
  return (
    <section className={classes('stack gap-3', styles.section)} aria-labelledby="premium-pictures">
      <h2 id="premium-pictures">What you see with Premium</h2>
      <p className="muted">These pictures show demo data.</p>
      <div className="pair gap-6 gap-x-4">
        {pictures.map(({ name, description, light, dark }) => (
          <figure key={name} className={styles.figure}>
            <picture>
              <source media={media} srcSet={dark} />
              <img
                className={classes('full block raised', styles.picture)}
                src={light}
                alt={description}
                width={PICTURE_WIDTH_PX}
                height={PICTURE_HEIGHT_PX}
                loading="lazy"
                decoding="async"
              />
            </picture>
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
