import type { EntityType } from '#domain/catalog/variants';
import styles from './skeleton.module.css';

/** A gray bar in place of a text that is loading; `width` in percent. */
export function SkeletonBar({ width = 100, height }: { readonly width?: number; readonly height?: number }) {
  return <span className={styles.bar} aria-hidden="true" style={{ width: `${width}%`, ...(height === undefined ? {} : { height }) }} />;
}

/** A gray bar in the place of one line of the text around it, as high as that; `width` in percent. */
export const SkeletonLine = ({ width = 100 }: { readonly width?: number }) => (
  <span className={styles.line} aria-hidden="true" style={{ width: `${width}%` }} />
);

interface SkeletonPictureProps {
  readonly entity: EntityType;
  /** The width in pixels, as of `Picture`. */
  readonly width: number;
}

/** A gray box in place of a picture that is loading, in its shape. */
export function SkeletonPicture({ entity, width }: SkeletonPictureProps) {
  const style = {
    width: `var(--picture-width, ${width}px)`,
    aspectRatio: entity === 'pin' ? '2 / 3' : '1',
    ...(entity === 'pinner' ? { borderRadius: '50%' } : {}),
  };
  return <span className={styles.picture} aria-hidden="true" style={style} />;
}

/** The skeleton of a whole screen, as index.html draws it. */
export const SkeletonScreen = () => (
  <div className={styles.screen} aria-busy="true">
    <SkeletonBar width={50} height={36} />
    <SkeletonBar />
    <SkeletonBar />
    <SkeletonBar />
  </div>
);
