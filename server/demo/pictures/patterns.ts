import { type Brush, repeat, type Scene, SCENE_WIDTH } from '#server/demo/pictures/scenes';
import { circle, moved, path, rect, stroke, tiled } from '#server/demo/pictures/svg';

type Patch = (size: number, first: string, second: string) => string;

/** The patches that a quilt is made of. */
const patches: readonly Patch[] = [
  (size, first) => path(`M0 ${size}A${size} ${size} 0 0 1 ${size} 0V${size}Z`, first),
  (size, first, second) => circle(size / 2, size / 2, size * 0.34, first) + circle(size / 2, size / 2, size * 0.14, second),
  (size, first) => path(`M0 0H${size}L0 ${size}Z`, first),
  (size, first, second) =>
    path(`M${size / 2} 0L${size} ${size / 2} ${size / 2} ${size} 0 ${size / 2}Z`, first) + circle(size / 2, size / 2, size * 0.12, second),
  (size, first, second) => path(`M0 0Q${size} 0 ${size} ${size}Q0 ${size} 0 0Z`, first) + stroke(`M4 4L${size - 4} ${size - 4}`, second, 2),
  (size, first, second) =>
    path(
      `M${size / 2} 6l${size * 0.13} ${size * 0.3} ${size * 0.3} ${size * 0.13}-${size * 0.3} ${size * 0.13}-${size * 0.13} ${size * 0.3}-${size * 0.13}-${size * 0.3}-${size * 0.3}-${size * 0.13} ${size * 0.3}-${size * 0.13}Z`,
      first,
    ) + circle(size / 2, size * 0.49, size * 0.07, second),
];

/** A quilt of two patches that take turns, like handmade tiles. */
export const tiles: Scene = ({ random, colors, height, id }) => {
  const size = random.pick([50, 67]);
  const [even, odd] = [random.pick(patches), random.pick(patches)];
  const fills = [colors.soft, colors.background, colors.main] as const;
  const base = random.integerBelow(3);
  const patch = (index: number) => {
    const isEven = index === 0 || index === 3;
    const fill = fills[(base + (isEven ? 0 : 1)) % 3] ?? colors.soft;
    const first = fill === colors.main ? colors.background : isEven ? colors.main : colors.accent;
    const [x, y] = [(index % 2) * size, index < 2 ? 0 : size];
    return moved(x, y, rect(0, 0, size + 1, size + 1, fill) + (isEven ? even : odd)(size, first, colors.dark));
  };
  return tiled(`${id}q`, 2 * size, SCENE_WIDTH, height, repeat(4, patch));
};

const dress = ({ colors }: Brush): string =>
  path('M-24 0Q-12 12 0 12Q12 12 24 0L30 40Q20 56 26 66L58 156Q0 174 -58 156L-26 66Q-20 56 -30 40Z', colors.main) +
  rect(-25, 62, 50, 8, colors.dark, { opacity: 0.55, rx: 3 });

const sweater = ({ colors }: Brush): string =>
  path('M-22 0Q0 18 22 0L46 10 72 96 52 104 40 62V132H-40V62L-52 104 -72 96 -46 10Z', colors.main) +
  rect(-40, 58, 80, 12, colors.background, { opacity: 0.8 }) +
  rect(-40, 78, 80, 5, colors.accent) +
  rect(-40, 122, 80, 10, colors.dark, { opacity: 0.3 });

const coat = ({ colors }: Brush): string =>
  path('M-22 0L-48 12 -66 108 -46 112 -40 70V158H40V70L46 112 66 108 48 12 22 0 0 46Z', colors.main) +
  path('M-22 0L0 46 -20 64 -36 14ZM22 0L0 46 20 64 36 14Z', colors.soft) +
  stroke('M0 46V158', colors.dark, 2, { opacity: 0.5 }) +
  repeat(3, (index) => circle(9, 78 + index * 24, 3.6, colors.dark));

/** The dots, stripes or arcs behind a motif. */
export function backdrop({ random, height, id }: Pick<Brush, 'random' | 'height' | 'id'>, color: string): string {
  const kind = random.integerBelow(4);
  const faint = { opacity: 0.5 };
  if (kind === 0) return tiled(`${id}b`, 40, SCENE_WIDTH, height, circle(20, 20, 6, color, faint));
  if (kind === 1)
    return stroke(
      repeat(7, (index) => `M${index * 30 + 10} -9v400`),
      color,
      13,
      faint,
    );
  if (kind === 2)
    return repeat(6, (index) => circle(SCENE_WIDTH / 2, height, (index + 1) * 34, 'none', { stroke: color, 'stroke-width': 11, ...faint }));
  return stroke(
    repeat(Math.ceil(height / 34), (index) => `M-10 ${index * 36 + 10}q26-20 52 0t52 0 52 0 52 0`),
    color,
    8,
    faint,
  );
}

/** A piece of clothing on a hanger. */
export const garment: Scene = (brush) => {
  const { random, colors, height } = brush;
  const top = height * 0.2;
  const hanger = stroke('M0 -26q8 -10 0 -16t-8 4M0 -26L-40 4M0 -26L40 4', colors.dark, 3);
  const scale = height / 300 + 0.15;
  return (
    rect(0, 0, SCENE_WIDTH, height, colors.background) + backdrop(brush, colors.soft) + stroke(`M0 ${top - 40 * scale}H200`, colors.dark, 4) +
    `<g transform="translate(100 ${Math.round(top)}) scale(${scale.toFixed(2)})">${hanger + random.pick([dress, sweater, coat])(brush)}</g>`
  ); // prettier-ignore
};

const skinColors = ['#f2d3bd', '#e0ae8b', '#b97d58', '#8a5a3f', '#f6dfcf'] as const;
const CHEEK_COLOR = '#e0705f';

/** A head with hair and shoulders, around its center. */
function person({ random, colors }: Brush): string {
  const skin = random.pick(skinColors);
  const hair = random.pick([colors.dark, colors.accent, '#5a3a2b', '#2d2320']);
  const isLong = random.withProbability(0.55);
  const back = isLong ? path('M-36 -4a36 36 0 0 1 72 0v46h-72Z', hair) : circle(0, -8, 34, hair);
  const bun = !isLong && random.withProbability(0.5) ? circle(0, -46, 14, hair) : '';
  return (
    bun + back + path('M-50 104q0 -52 50 -52t50 52Z', colors.main) + rect(-10, 24, 20, 32, skin) + circle(0, 0, 29, skin) +
    path(random.withProbability(0.5) ? 'M-30 -2q4 -32 34 -30q26 2 26 30q-22 -2 -32 -18q-10 16 -28 18Z' : 'M-30 -4q0 -30 30 -30t30 30q-30 -18 -60 0Z', hair) +
    circle(-10, 3, 2.6, colors.dark) + circle(10, 3, 2.6, colors.dark) + stroke('M-8 14q8 7 16 0', colors.dark, 2.4) +
    circle(-17, 10, 5, CHEEK_COLOR, { opacity: 0.45 }) + circle(17, 10, 5, CHEEK_COLOR, { opacity: 0.45 })
  ); // prettier-ignore
}

/** One person, or a grown-up with a child. */
export const faces: Scene = (brush) => {
  const { random, colors, height } = brush;
  const hasChild = random.withProbability(0.4);
  const grownUp = `<g transform="translate(${hasChild ? 78 : 100} ${Math.round(height * 0.5)}) scale(${height > 240 ? 1.5 : 1.05})">${person(brush)}</g>`;
  const child = hasChild
    ? `<g transform="translate(150 ${Math.round(height * 0.72)}) scale(${height > 240 ? 0.9 : 0.62})">${person(brush)}</g>`
    : '';
  return rect(0, 0, SCENE_WIDTH, height, colors.soft) + backdrop(brush, colors.background) + grownUp + child;
};
