import { type Brush, jitter, repeat, type Scene, SCENE_WIDTH } from '#server/demo/pictures/scenes';
import { circle, ellipse, moved, path, rect, stroke } from '#server/demo/pictures/svg';

const picture = ({ random, colors }: Brush, x: number, y: number, width: number, height: number): string =>
  rect(x, y, width, height, '#fff', { stroke: colors.dark, 'stroke-width': 2.5 }) +
  circle(x + width * (0.35 + 0.3 * random.nextFraction()), y + height * 0.42, width * 0.19, colors.accent) +
  path(
    `M${x + 4} ${y + height - 4}l${width * 0.35} ${-height * 0.38} ${width * 0.3} ${height * 0.2} ${width * 0.35 - 8} ${height * 0.18}Z`,
    colors.main,
  );

const sofa = ({ colors }: Brush): string =>
  rect(-62, -62, 124, 50, colors.main, { rx: 14 }) +
  rect(-74, -44, 26, 42, colors.main, { rx: 11 }) +
  rect(48, -44, 26, 42, colors.main, { rx: 11 }) +
  rect(-52, -32, 104, 26, colors.main, { rx: 6, stroke: colors.dark, 'stroke-opacity': 0.25 }) +
  rect(-40, -52, 30, 28, colors.accent, { rx: 5, transform: 'rotate(-9 -25 -38)' }) +
  stroke('M-60 -2v10M60 -2v10', colors.dark, 5);

const armchair = ({ colors }: Brush): string =>
  path('M-40 -86q40 -22 80 0l6 74h-92Z', colors.accent) +
  rect(-54, -46, 22, 42, colors.main, { rx: 10 }) +
  rect(32, -46, 22, 42, colors.main, { rx: 10 }) +
  rect(-36, -32, 72, 28, colors.main, { rx: 7 }) +
  stroke('M-38 -2l-6 10M38 -2l6 10', colors.dark, 4);

const bed = ({ colors }: Brush): string =>
  path('M-78 0v-74q78 -26 156 0V0Z', colors.dark, { opacity: 0.75 }) +
  rect(-64, -56, 56, 30, '#fff', { rx: 9 }) +
  rect(8, -56, 56, 30, '#fff', { rx: 9 }) +
  path('M-80 6v-28q80 -22 160 0v28Z', colors.main) +
  path('M-80 6v-12q80 -18 160 0v12Z', colors.accent);

const lamp = ({ colors }: Brush, height: number): string =>
  stroke(`M0 0V${-height}`, colors.dark, 3) +
  path(`M-20 ${-height + 22}L-12 ${-height - 12}h24L20 ${-height + 22}Z`, colors.soft) +
  ellipse(0, 0, 15, 4, colors.dark);

/** A room with a window or pictures, and furniture. */
export const room: Scene = (brush) => {
  const { random, colors, height } = brush;
  const floor = height * 0.76;
  const top = height * 0.14;
  const window =
    rect(112, top, 62, height * 0.32, colors.soft, { stroke: '#fff', 'stroke-width': 5 }) +
    stroke(`M143 ${top}v${height * 0.32}M112 ${top + height * 0.16}h62`, '#fff', 3);
  const frames =
    picture(brush, 30, top + 4, 44, 54) +
    (random.withProbability(0.6) ? picture(brush, 84, top - 4, 34, 38) : '') +
    (random.withProbability(0.5) ? picture(brush, 128, top + 8, 40, 50) : '');
  const furniture = random.pick([sofa, armchair, bed])(brush);
  const isLeft = random.withProbability(0.5);
  return (
    rect(0, 0, SCENE_WIDTH, height, colors.background) +
    (random.withProbability(0.4) ? window + picture(brush, 34, top + 6, 42, 52) : frames) +
    rect(0, floor, SCENE_WIDTH, height - floor, colors.soft) +
    rect(0, floor - 4, SCENE_WIDTH, 4, '#fff', { opacity: 0.8 }) +
    ellipse(100, floor + (height - floor) * 0.62, 88, (height - floor) * 0.26, colors.accent, { opacity: 0.4 }) +
    moved(isLeft ? 20 : 180, floor + 18, lamp(brush, height * 0.36)) +
    moved(isLeft ? 112 : 88, floor + 22, furniture)
  );
};

/** The outline of hills of this height above the lower edge, closed below. */
function ridge({ random, height }: Brush, level: number, wave: number): string {
  const points = repeat(
    4,
    (index) =>
      ` S${index * 66 + 34} ${Math.round(level + jitter(random, wave))} ${index * 66 + 66} ${Math.round(level + jitter(random, wave))}`,
  );
  return `M0 ${Math.round(level + jitter(random, wave))}${points}V${height}H0Z`;
}

const peaks = ({ random, height }: Brush, level: number): string => {
  const points = repeat(
    5,
    (index) =>
      `L${index * 50 + 20} ${Math.round(level - 20 - random.integerBelow(44))}L${index * 50 + 46} ${Math.round(level + jitter(random, 12))}`,
  );
  return `M-10 ${Math.round(level)}${points}V${height}H-10Z`;
};

const tree = (color: string, size: number): string =>
  path(`M0 0l${size * 0.4} ${size}h${-size * 0.8}Z`, color) + path(`M0 ${size * 0.4}l${size * 0.5} ${size}h${-size}Z`, color);

const boat = ({ colors }: Brush): string =>
  path('M-20 0h40l-8 10h-24Z', colors.dark) + path('M-2 -3V-36L18 -3Z', '#fff') + path('M-5 -3V-28L-16 -3Z', colors.accent);

/** Hills or mountains under the sun, with trees or water in front. */
export const hills: Scene = (brush) => {
  const { random, colors, height } = brush;
  const sun = circle(
    40 + random.integerBelow(120),
    height * (0.2 + 0.14 * random.nextFraction()),
    20 + random.integerBelow(12),
    colors.accent,
  );
  const cloud = moved(30 + random.integerBelow(110), height * 0.16, ellipse(0, 0, 24, 8, '#fff') + ellipse(14, -6, 16, 9, '#fff'));
  const back = path(random.withProbability(0.5) ? peaks(brush, height * 0.55) : ridge(brush, height * 0.48, 16), colors.soft);
  const middle = path(ridge(brush, height * 0.62, 14), colors.main, { opacity: 0.75 });
  const shore = height * 0.78;
  const water =
    rect(0, shore, SCENE_WIDTH, height - shore, colors.main) +
    stroke(`M20 ${shore + 16}h40M110 ${shore + 24}h56M50 ${shore + 36}h30`, '#fff', 2, { opacity: 0.6 }) +
    moved(50 + random.integerBelow(100), shore + 8, boat(brush));
  const wood =
    path(ridge(brush, height * 0.78, 10), colors.dark, { opacity: 0.85 }) +
    repeat(4, (index) =>
      moved(22 + index * 48 + jitter(random, 14), height * 0.68 + jitter(random, 10), tree(colors.dark, 24 + random.integerBelow(14))),
    );
  return rect(0, 0, SCENE_WIDTH, height, colors.background) + sun + cloud + back + middle + (random.withProbability(0.45) ? water : wood);
};
