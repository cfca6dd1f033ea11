import type { CSSProperties } from 'react';
import { fnv1aOfText } from '#domain/fnv-1a';
import { classes } from '../classes';
import styles from './picture.module.css';

/** A hash of an id with one more round of mixing, so that similar ids get different colors. */
function mixedHash(id: string): number {
  let hash = fnv1aOfText(id);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The hue of an id's tile, 0 to 359. */
export const hueForId = (id: string): number => mixedHash(id) % 360;

const graphemes = new Intl.Segmenter();

/** How pins without a name begin, which says nothing about them. */
const titleStart = /^Pin (?:to|on|by) /;

/** The first letter or digit of a name in upper case, else its first character; null without a name. */
export function firstCharacter(name: string | null): string | null {
  const characters = [...graphemes.segment((name ?? '').trim().replace(titleStart, ''))].map(({ segment }) => segment);
  return (characters.find((character) => /[\p{L}\p{N}]/u.test(character)) ?? characters[0] ?? null)?.toUpperCase() ?? null;
}

/** Where the drawing of an id has its hill and its sun, in percent of the tile. */
function drawingOf(id: string): CSSProperties {
  const hash = mixedHash(id);
  return { '--sun': `${15 + ((hash >>> 9) % 70)}%`, '--hill': `${(hash >>> 17) % 100}%` } as CSSProperties;
}

/** Fills the box of a picture that is missing: the first letter of the name, or without one a soft drawing of the id. */
export function LetterTile({ id, name }: { readonly id: string; readonly name: string | null }) {
  const character = firstCharacter(name);
  if (character === null) return <span className={classes(styles.tile, styles.drawing)} data-testid="tile-blank" style={drawingOf(id)} />;
  return (
    <span className={classes(styles.tile, styles.letter)} data-testid="tile-letter">
      {character}
    </span>
  );
}
