import { type CSSProperties, useState } from 'react';
import { fnv1aOfText } from '#domain/fnv-1a';
import { classes } from './classes';
import styles from './image-tile.module.css';

interface ImageTileProps {
  readonly id: string;
  readonly name: string | null;
  readonly image: string | null;
  /** Width and height in pixels. */
  readonly size: number;
}

/** The hue of an id's tile, 0 to 359. */
export function hueForId(id: string): number {
  let hash = fnv1aOfText(id);
  // One more round of mixing, so that similar ids get different colors.
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return ((hash ^ (hash >>> 13)) >>> 0) % 360;
}

const graphemes = new Intl.Segmenter();

/** The first letter or digit of a name in upper case, else its first character; null without a name. */
export function firstCharacter(name: string | null): string | null {
  const characters = [...graphemes.segment((name ?? '').trim())].map(({ segment }) => segment);
  return (characters.find((character) => /[\p{L}\p{N}]/u.test(character)) ?? characters[0] ?? null)?.toUpperCase() ?? null;
}

/** Is this an image of our own origin or inside the response? Images of other sites are never loaded. */
export const isOwnImage = (url: string | null): url is string => url !== null && (/^\/(?![/\\])/.test(url) || /^data:image\//i.test(url));

/** The image of an entity, or a tile with the first letter of its name in the same size. */
export function ImageTile({ id, name, image, size }: ImageTileProps) {
  const [failedImage, setFailedImage] = useState<string | null>(null);
  const box: CSSProperties = { width: size, height: size };
  if (isOwnImage(image) && failedImage !== image) {
    return (
      <img
        className={styles.tile}
        src={image}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onError={() => setFailedImage(image)}
      />
    );
  }
  const character = firstCharacter(name);
  if (character === null)
    return <span className={classes(styles.tile, styles.blank)} data-testid="tile-blank" style={box} aria-hidden="true" />;
  const style = { ...box, '--hue': hueForId(id), fontSize: Math.round(size * 0.45) } as CSSProperties;
  return (
    <span className={classes(styles.tile, styles.letter)} data-testid="tile-letter" style={style} aria-hidden="true">
      {character}
    </span>
  );
}
