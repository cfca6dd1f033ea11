/** A grey bar where a text will be; `width` in percent of its place. */
export function Bone({ width = 100, height }: { readonly width?: number; readonly height?: number }) {
  return <span className="bone" aria-hidden="true" style={{ width: `${width}%`, ...(height === undefined ? {} : { height }) }} />;
}
