/** A grey bar where a text will be; `width` in percent of its place. */
export function SkeletonBar({ width = 100, height }: { readonly width?: number; readonly height?: number }) {
  return <span className="bone" aria-hidden="true" style={{ width: `${width}%`, ...(height === undefined ? {} : { height }) }} />;
}

/** A grey square where a picture will be; its edge in pixels. */
export function SkeletonTile({ size }: { readonly size: number }) {
  return <span className="tile bone" aria-hidden="true" style={{ width: size, height: size }} />;
}
