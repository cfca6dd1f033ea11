import type { HTMLAttributes } from 'react';
import { SkeletonBar } from './skeleton';

interface SkeletonBarsProps extends HTMLAttributes<HTMLDivElement> {
  /** From top to bottom, in pixels. */
  readonly heights: readonly number[];
}

/** Gray bars in place of a part of a screen that is loading. */
export const SkeletonBars = ({ heights, className = 'stack gap-4', ...rest }: SkeletonBarsProps) => (
  <div className={className} aria-busy="true" {...rest}>
    {Array.from(heights, (height, place) => (
      <SkeletonBar key={place} height={height} />
    ))}
  </div>
);
