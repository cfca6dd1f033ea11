import { type CSSProperties, useState } from 'react';
import { fnv1aOfText } from '#domain/fnv-1a';

interface ImageTileProps {
  readonly id: string;
  readonly name: string | null;
  readonly image: string | null;
  /** Edge in pixels. */
  readonly size: number;
}

/** The hue of an id's tile, 0 to 359: always the same for the same id. */
export function hueForId(id: string): number {
  let hash = fnv1aOfText(id);
  // One more round of mixing, so that similar ids get different colors.
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return ((hash ^ (hash >>> 13)) >>> 0) % 360;
}

const graphemes = new Intl.Segmenter();

/** The first letter or digit of a name, capital; the first sign when it has neither; null without a name. */
export function firstCharacter(name: string | null): string | null {
  const characters = [...graphemes.segment((name ?? '').trim())].map(({ segment }) => segment);
  return (characters.find((character) => /[\p{L}\p{N}]/u.test(character)) ?? characters[0] ?? null)?.toUpperCase() ?? null;
}

/** Pictures of other sites are never loaded: only our own files and drawings inside the answer are. */
export const isOwnImage = (url: string | null): url is string => url !== null && (/^\/(?![/\\])/.test(url) || /^data:image\//i.test(url));

/** The picture of an entity beside its name, or a tile with the name's first letter; same size either way. */
export function ImageTile({ id, name, image, size }: ImageTileProps) {
  const [failedImage, setFailedImage] = useState<string | null>(null);
  const box: CSSProperties = { width: size, height: size };
  if (isOwnImage(image) && failedImage !== image) {
    return (
      <img
        className="tile"
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
  if (character === null) return <span className="tile tile--blank" data-testid="tile-blank" style={box} aria-hidden="true" />;
  const style = { ...box, '--hue': hueForId(id), fontSize: Math.round(size * 0.45) } as CSSProperties;
  return (
    <span className="tile tile--letter" data-testid="tile-letter" style={style} aria-hidden="true">
      {character}
    </span>
  );
}
