import styles from './skeleton.module.css';

/** A gray bar in place of a text that is loading; `width` in percent. */
export function SkeletonBar({ width = 100, height }: { readonly width?: number; readonly height?: number }) {
  return <span className={styles.bar} aria-hidden="true" style={{ width: `${width}%`, ...(height === undefined ? {} : { height }) }} />;
}

/** A gray square in place of an image that is loading; its size in pixels. */
export function SkeletonTile({ size }: { readonly size: number }) {
  return <span className={styles.tile} aria-hidden="true" style={{ width: size, height: size }} />;
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
