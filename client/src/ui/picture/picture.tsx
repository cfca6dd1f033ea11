import { type CSSProperties, useSyncExternalStore } from 'react';
import { MAX_BOARD_PICTURES, pictureOf } from '#domain/catalog/picture';
import type { EntityType } from '#domain/catalog/variants';
import { usePictureHosts } from '../../site/pictures';
import { classes } from '../classes';
import { tileText } from '../entity-names';
import { type ImageCandidate, nextCandidate, onFailure, recordFailure } from './failed-addresses';
import { hueForId, LetterTile } from './letter-tile';
import styles from './picture.module.css';

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
  const isSingle = candidates.length === 1;
  const imageWidth = isSingle ? width : Math.ceil(width / 2);
  return (
    <span
      className={classes(styles.box, shapes[entity], mosaics[candidates.length])}
      style={{ '--hue': hueForId(id), '--width': `${width}px` } as CSSProperties}
      aria-hidden="true"
    >
      {candidates.map((candidate) => (
        <Image
          key={candidateKey(candidate)}
          candidate={candidate}
          width={imageWidth}
          height={entity === 'pin' ? imageWidth * 1.5 : imageWidth}
          sizes={isSingle ? sizes : undefined}
          isEager={isEager}
        />
      ))}
      {candidates.length === 0 && <LetterTile id={id} name={name} />}
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

interface ImageProps {
  readonly candidate: ImageCandidate;
  readonly width: number;
  readonly height: number;
  readonly sizes: string | undefined;
  readonly isEager: boolean;
}

/** An image that fades in when it has loaded. */
const Image = ({ candidate, width, height, sizes = `${width}px`, isEager }: ImageProps) => (
  <img
    className={styles.image}
    alt=""
    // Before the addresses: a request must never start without it.
    referrerPolicy="no-referrer"
    loading={isEager ? 'eager' : 'lazy'}
    decoding="async"
    width={width}
    height={height}
    sizes={candidate.srcSet === undefined ? undefined : sizes}
    srcSet={candidate.srcSet}
    src={candidate.src}
    onLoad={({ currentTarget }) => (currentTarget.dataset['loaded'] = '')}
    onError={({ currentTarget }) => recordFailure(candidate, currentTarget.currentSrc)}
  />
);
