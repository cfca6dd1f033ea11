import { type Brush, jitter, repeat, type Scene, SCENE_WIDTH } from '#server/demo/pictures/scenes';
import { type Attributes, circle, element, enlarged, group, moved, path, rect, stroke } from '#server/demo/pictures/svg';

const CENTER = SCENE_WIDTH / 2;

/** Food on a plate, in rings around the center. */
function food({ random, colors }: Brush): string {
  const { main, accent, soft, dark } = colors;
  /** The same shape around the center. */
  const ring = (count: number, name: string, shape: Attributes, more: (index: number) => Attributes = () => ({})) =>
    repeat(count, (index) => {
      const turn = Math.round((360 * index) / count + jitter(random, 9));
      return element(name, { ...shape, ...more(index), transform: `rotate(${turn})` });
    });
  const leaves = (count: number, cx: number) => group({ fill: accent }, ring(count, 'ellipse', { cx, rx: 13, ry: 5.5 }));
  const slices = (count: number, cx: number) => group({ fill: soft, stroke: main, 'stroke-width': 4 }, ring(count, 'circle', { cx, r: 8 }));
  const kind = random.integerBelow(3);
  if (kind === 0) return circle(0, 0, 38, soft) + leaves(7, 26) + slices(5, 15) + circle(0, 0, 6, dark);
  if (kind === 1) return circle(0, 0, 40, main) + circle(0, 0, 34, accent, { opacity: 0.35 }) + slices(6, 21) + leaves(4, 9);
  const wedges = ring(7, 'path', { d: 'M0 0 40-13A42 42 0 0 1 40 13Z' }, (index) => ({ fill: index % 2 === 0 ? main : accent }));
  return circle(0, 0, 43, soft) + wedges + circle(0, 0, 11, colors.background);
}

/** A plate from above on a table with a cloth. */
export const plate: Scene = (brush) => {
  const { random, colors, height } = brush;
  const y = height * (0.5 + jitter(random, 0.06));
  const x = CENTER + jitter(random, 10);
  const clothWidth = 24 + random.integerBelow(20);
  const cloth = rect(random.withProbability(0.5) ? 0 : SCENE_WIDTH - clothWidth, 0, clothWidth, height, colors.main, { opacity: 0.85 });
  const stripes = stroke(`M8 0V${height}M70 0V${height}M132 0V${height}M194 0V${height}`, colors.dark, 2, { opacity: 0.07 });
  const cutlery = random.withProbability(0.5)
    ? stroke(`M${Math.round(x - 87)} ${Math.round(y - 42)}v84m-7-84v20q7 8 14 0v-20`, colors.dark, 3)
    : stroke(`M${Math.round(x + 80)} ${Math.round(y - 62)}l8 116m4-116l4 116`, colors.dark, 3);
  const bowl = moved(
    30 + random.integerBelow(140),
    y > height / 2 ? 34 : height - 34,
    circle(0, 0, 23, colors.soft, { stroke: colors.accent, 'stroke-width': 6 }) + circle(4, -3, 8, colors.main, { opacity: 0.7 }),
  );
  return (
    rect(0, 0, SCENE_WIDTH, height, colors.soft) + stripes + cloth + bowl + cutlery +
    moved(x, y, circle(3, 5, 76, colors.dark, { opacity: 0.15 }) + circle(0, 0, 76, '#fff') + circle(0, 0, 60, colors.background) + enlarged(1.25, food(brush)))
  ); // prettier-ignore
};

/** A plant with leaves on stems that start at the origin. */
function plant({ random, colors }: Brush, size: number): string {
  const count = 5 + random.integerBelow(3);
  const leaves = Array.from({ length: count }, (_, index) => ({
    turn: Math.round(((index - (count - 1) / 2) / count) * 140 + jitter(random, 6)),
    length: Math.round(size * (0.75 + 0.35 * random.nextFraction())),
  }));
  type Leaf = (typeof leaves)[number];
  const stem = ({ turn, length }: Leaf) => {
    const angle = (turn * Math.PI) / 180;
    return `M0 0L${Math.round(length * Math.sin(angle))} ${Math.round(-length * Math.cos(angle))}`;
  };
  const isRound = random.withProbability(0.5);
  const leaf = ({ turn, length }: Leaf) =>
    isRound
      ? element('circle', { cy: -length, r: Math.round(size * 0.17), transform: `rotate(${turn})` })
      : element('ellipse', {
          cy: Math.round(-length * 0.72),
          rx: Math.round(size * 0.13),
          ry: Math.round(size * 0.38),
          transform: `rotate(${turn})`,
        });
  const crown = [colors.accent, colors.dark].map((fill, parity) => {
    const ofColor = leaves.filter((_, index) => index % 2 === parity);
    return group({ fill }, ofColor.map(leaf).join(''));
  });
  return stroke(leaves.map(stem).join(''), colors.dark, 2) + crown.join('');
}

function pot({ random, colors }: Brush, width: number, depth: number): string {
  const [half, foot] = [width / 2, width / 2.7];
  const fill = random.pick([colors.main, colors.soft, '#fff']);
  const band = random.withProbability(0.5) ? rect(-half * 0.93, depth * 0.4, half * 1.86, depth * 0.16, colors.dark, { opacity: 0.2 }) : '';
  return path(`M${-half} 0h${width}L${foot} ${depth}H${-foot}Z`, fill) + rect(-half - 2, -5, width + 4, 10, fill) + band;
}

/** Plants in pots on a shelf before a wall with the sun or an arch. */
export const plants: Scene = (brush) => {
  const { random, colors, height } = brush;
  const floor = height * 0.8;
  const arch = random.withProbability(0.5)
    ? path(`M35 ${floor}V${height * 0.42}a65 65 0 0 1 130 0V${floor}Z`, colors.soft)
    : circle(60 + random.integerBelow(80), height * 0.34, 46, colors.soft);
  const count = height > 240 ? 2 + random.integerBelow(2) : 2;
  const pots = repeat(count, (index) => {
    const width = 34 + random.integerBelow(18);
    const depth = 32 + random.integerBelow(16);
    const size = height * (0.24 + 0.14 * random.nextFraction());
    return moved((SCENE_WIDTH * (index + 0.5)) / count + jitter(random, 6), floor - depth, plant(brush, size) + pot(brush, width, depth));
  });
  return (
    rect(0, 0, SCENE_WIDTH, height, colors.background) +
    arch +
    rect(0, floor, SCENE_WIDTH, height - floor, colors.main, { opacity: 0.45 }) +
    pots
  );
};

/** A desk from above: a screen with a chart, a notebook, a cup. */
export const desk: Scene = (brush) => {
  const { random, colors, height } = brush;
  const y = height * 0.46;
  const barsFrom = (start: number, color: string) =>
    stroke(
      repeat(3, (index) => `M${start + index * 32} 28v${Math.round(-12 - start / 4 - index * 10 - 8 * random.nextFraction())}`),
      color,
      9,
      {
        'stroke-linecap': 'butt',
      },
    );
  const bars = barsFrom(-44, colors.main) + barsFrom(-28, colors.accent);
  const line =
    stroke(`M-46 12L-20 ${Math.round(jitter(random, 10))} 8 -4 46 -24`, colors.accent, 4, { 'stroke-linejoin': 'round' }) +
    circle(46, -24, 5, colors.dark);
  const screen =
    rect(-64, -44, 128, 84, colors.dark, { rx: 7 }) +
    rect(-58, -38, 116, 72, '#fff', { rx: 2 }) +
    (random.withProbability(0.6) ? bars : line) +
    path('M-74 40H74L66 54H-66Z', colors.soft, { stroke: colors.dark, 'stroke-opacity': 0.3 });
  const notebook =
    rect(-26, -34, 52, 68, colors.main, { rx: 4 }) +
    rect(-18, -34, 4, 68, colors.dark, { opacity: 0.25 }) +
    rect(-6, -20, 24, 5, '#fff', { opacity: 0.8 });
  const cup =
    circle(0, 0, 22, '#fff') +
    circle(0, 0, 16, colors.dark) +
    circle(-4, -4, 7, colors.soft, { opacity: 0.35 }) +
    stroke('M21 -6q14 6 0 14', '#fff', 5);
  const pencil = `<g transform="rotate(${Math.round(jitter(random, 40))})">${rect(-36, -3, 62, 6, colors.accent) + path('M26 -3 36 0 26 3Z', colors.dark)}</g>`;
  const [left, right] = random.withProbability(0.5) ? [notebook, cup] : [cup, notebook];
  return (
    rect(0, 0, SCENE_WIDTH, height, colors.background) + circle(random.integerBelow(200), height * 0.9, 80, colors.soft, { opacity: 0.7 }) +
    moved(CENTER, y, screen) + moved(48, height - 44, left) + moved(150, height - 48, right) + moved(CENTER + 4, height - 16, pencil) +
    (height > 240 ? moved(150, 34, circle(0, 0, 20, colors.accent) + plant(brush, 26)) : '')
  ); // prettier-ignore
};
