import { type CSSProperties, useSyncExternalStore } from 'react';
import { MAX_BOARD_PICTURES, pictureOf, type PictureSource } from '#domain/catalog/picture';
import type { EntityType } from '#domain/catalog/variants';
import { usePictureHosts } from '../../site/pictures';
import { classes } from '../classes';
import { tileText } from '../entity-names';
import { fnv1aOfText } from '#domain/fnv-1a';
import { onReset } from '../../api/store';
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

const shapes = { board: undefined, pin: styles.pin, pinner: styles.pinner } as const satisfies Record<EntityType, string | undefined>;

/** How several pictures share a box, by their number. */
const mosaics = [undefined, undefined, styles.mosaic2, styles.mosaic3, styles.mosaic4] as const;

/** The pictures at the start of a list that are loaded at once; the others load when they come near the screen. */
export const EAGER_PICTURES = 6;

interface PictureProps {
  /** Decides about the shape: pins 2:3, boards square, influencers round. */
  readonly entity: EntityType;
  readonly id: string;
  readonly name: string | null;
  /** The stored address. */
  readonly image: string | null;
  /** Addresses of pictures that stand for it if it has none: up to four are shown. */
  readonly pictures?: readonly string[] | undefined;
  /** The width in pixels; the height follows from the shape. The style `--picture-width` of an ancestor overrides it. */
  readonly width: number;
  /** The widths at which it is shown, as in an `img` element; by default, the width. */
  readonly sizes?: string | undefined;
  readonly isEager?: boolean | undefined;
}

/** The picture of an entity, or a letter tile in the same box. The box has its final size and a soft color from the start. */
export function Picture({ entity, id, name, image, pictures, width, sizes, isEager = false }: PictureProps) {
  const hosts = usePictureHosts();
  const addresses = image === null ? [...new Set(pictures)] : [image];
  const findCandidates = () =>
    addresses
      .flatMap((address) => {
        const picture = pictureOf(address, hosts);
        return (picture && nextCandidate(picture)) ?? [];
      })
      .slice(0, MAX_BOARD_PICTURES);
  // All boxes with a picture that failed go on to the same address together, so that the browser asks for it once.
  useSyncExternalStore(onFailure, () => findCandidates().map(candidateKey).join(' '));
  const candidates = findCandidates();
  const character = firstCharacter(name);
  const isSingle = candidates.length === 1;
  const imageWidth = isSingle ? width : Math.ceil(width / 2);
  return (
    <span
      className={classes(styles.box, shapes[entity], mosaics[candidates.length])}
      style={{ '--hue': hueForId(id), '--width': `${width}px` } as CSSProperties}
      aria-hidden="true"
    >
      {candidates.map((candidate) => (
        <img
          key={candidateKey(candidate)}
          className={styles.image}
          alt=""
          // Before the addresses: a request must never start without it.
          referrerPolicy="no-referrer"
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          width={imageWidth}
          height={entity === 'pin' ? imageWidth * 1.5 : imageWidth}
          sizes={candidate.srcSet === undefined ? undefined : ((isSingle ? sizes : undefined) ?? `${imageWidth}px`)}
          srcSet={candidate.srcSet}
          src={candidate.src}
          // It fades in.
          onLoad={({ currentTarget }) => (currentTarget.dataset['loaded'] = '')}
          onError={({ currentTarget }) => recordFailure(candidate, currentTarget.currentSrc)}
        />
      ))}
      {/* The first letter of the name, or without one a soft drawing of the id. */}
      {candidates.length === 0 &&
        (character === null ? (
          <span className={classes(styles.tile, styles.drawing)} data-testid="tile-blank" style={drawingOf(id)} />
        ) : (
          <span className={classes(styles.tile, styles.letter)} data-testid="tile-letter">
            {character}
          </span>
        ))}
    </span>
  );
}

const candidateKey = ({ src, srcSet }: ImageCandidate): string => srcSet ?? src;

/** What the picture of a row or of details is made from. */
export interface PicturedEntity {
  readonly _id: string;
  readonly title: string;
  readonly image_url: string | null;
  readonly pictures?: readonly string[];
}

interface EntityPictureProps extends Pick<PictureProps, 'entity' | 'width' | 'sizes' | 'isEager'> {
  readonly row: PicturedEntity;
}

/** The picture of a row or of details. */
export const EntityPicture = ({ row, ...rest }: EntityPictureProps) => (
  <Picture {...rest} id={row._id} name={tileText(row)} image={row.image_url} pictures={row.pictures} />
);

/** What an `img` element is asked to load. */
interface ImageCandidate {
  readonly src: string;
  readonly srcSet?: string;
}

/** Addresses that failed since the page was loaded; they are never asked again. A set of thumbnails is one address here. */
const failedAddresses = new Set<string>();
const listeners = new Set<() => void>();

/** Calls the listener after each failure; returns a function that ends this. */
function onFailure(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The next candidate of a picture that has not failed: its thumbnails, then its stored address; null without one. */
function nextCandidate({ src, srcset, fallback }: PictureSource): ImageCandidate | null {
  if (srcset !== null && !failedAddresses.has(srcset)) return { src, srcSet: srcset };
  const address = fallback ?? src;
  return failedAddresses.has(address) ? null : { src: address };
}

/** Records that a candidate failed, and the address that the browser chose from it. */
function recordFailure({ src, srcSet }: ImageCandidate, chosenAddress: string): void {
  failedAddresses.add(srcSet ?? src).add(chosenAddress);
  listeners.forEach((listener) => listener());
}

onReset(() => failedAddresses.clear(), 'app');
