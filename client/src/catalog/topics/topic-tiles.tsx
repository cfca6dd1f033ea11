import { classes } from '../../ui/classes';
import { formatCount } from '#domain/numbers';
import { Icon } from '../../ui/icon';
import { Picture } from '../../ui/picture/picture';
import styles from './topic-tiles.module.css';

const PICTURE_WIDTH_PX = 64;
/** How many tiles have a key. */
const MAX_KEYS = 9;

interface TopicTile {
  readonly topic: string;
  readonly pins: number | null;
  readonly pictures: readonly string[];
}

interface TopicTilesProps {
  readonly topics: readonly TopicTile[];
  readonly chosen: readonly string[];
  readonly onToggle: (topic: string) => void;
}

/** Topics as tiles with pictures of their pins; the first nine show their keys. */
export const TopicTiles = ({ topics, chosen, onToggle }: TopicTilesProps) => (
  <ul className={classes('stack no-list gap-3', styles.tiles)}>
    {topics.map(({ topic, pins, pictures }, index) => (
      <li key={topic}>
        <button
          type="button"
          className={classes('stack at-top relative full ink gap-1', styles.tile)}
          aria-pressed={chosen.includes(topic)}
          onClick={() => onToggle(topic)}
        >
          <span className={classes('row items-stretch clip gap-1', styles.pictures)} aria-hidden="true">
            {(pictures.length === 0 ? [null] : pictures).map((image) => (
              <Picture key={image} entity="pin" id={topic} name={topic} image={image} width={PICTURE_WIDTH_PX} isEager={index < MAX_KEYS} />
            ))}
          </span>
          <bdi className={classes('strong anywhere', styles.name)}>{topic}</bdi>
          {pins !== null && <span className="caption">{formatCount(pins, 'pin', 'pins')}</span>}
          {index < MAX_KEYS && (
            <kbd className={classes('muted text-sm', styles.key)} aria-hidden="true">
              {index + 1}
            </kbd>
          )}
          <span className={styles.check} aria-hidden="true">
            <Icon name="check" />
          </span>
        </button>
      </li>
    ))}
  </ul>
);
