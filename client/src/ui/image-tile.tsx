import { type CSSProperties, useState } from 'react';

interface ImageTileProps {
  readonly id: string;
  readonly name: string | null;
  readonly image: string | null;
  /** Edge in pixels. */
  readonly size: number;
}

/** The hue of an id's tile, 0 to 359: always the same for the same id. */
export function hueOf(id: string): number {
  let hash = 0;
  for (let index = 0; index < id.length; index += 1) hash = (hash * 31 + id.charCodeAt(index)) % 1_000_003;
  return hash % 360;
}

/** The first letter or digit of a name, capital; the first sign when it has neither; null without a name. */
export function firstLetter(name: string | null): string | null {
  const signs = [...(name ?? '').trim()];
  return (signs.find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? signs[0] ?? null)?.toUpperCase() ?? null;
}

/** Pictures of other sites are never loaded: only our own files and drawings inside the answer are. */
export const isOwnImage = (address: string | null): address is string =>
  address !== null && (/^\/(?![/\\])/.test(address) || /^data:image\//i.test(address));

/** The picture of an entity beside its name, or a tile with the name's first letter; same size either way. */
export function ImageTile({ id, name, image, size }: ImageTileProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const box: CSSProperties = { width: size, height: size };
  if (isOwnImage(image) && failed !== image) {
    return <img className="tile" src={image} alt="" width={size} height={size} loading="lazy" decoding="async" onError={() => setFailed(image)} />;
  }
  const letter = firstLetter(name);
  if (letter === null) return <span className="tile tile--blank" data-testid="tile-blank" style={box} aria-hidden="true" />;
  const style = { ...box, '--hue': hueOf(id), fontSize: Math.round(size * 0.45) } as CSSProperties;
  return (
    <span className="tile tile--letter" data-testid="tile-letter" style={style} aria-hidden="true">
      {letter}
    </span>
  );
}
