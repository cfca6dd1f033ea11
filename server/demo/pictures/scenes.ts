import type { Palette } from '#server/demo/pictures/palettes';
import type { SeededRandom } from '#server/demo/seeded-random';

/** Every scene is this wide, in units of the drawing. */
export const SCENE_WIDTH = 200;

/** What a scene is drawn with. It fills the width and this height, from 200 to 300. */
export interface Brush {
  readonly random: SeededRandom;
  readonly colors: Palette;
  readonly height: number;
  /** Unique among the scenes of a drawing. */
  readonly id: string;
}

/** Draws a scene as SVG elements. */
export type Scene = (brush: Brush) => string;

/** A number within ± `range` of zero. */
export const jitter = (random: SeededRandom, range: number): number => (2 * random.nextFraction() - 1) * range;

/** `count` results of a function of the index, joined. */
export const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');
