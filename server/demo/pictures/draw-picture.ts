import type { EntityType } from '#domain/catalog/variants';
import { demoNumber, randomOf } from '#server/demo/demo-ids';
import { demoTexts } from '#server/demo/demo-texts';
import { type Mood, moods, type Palette } from '#server/demo/pictures/palettes';
import { backdrop, faces, garment, tiles } from '#server/demo/pictures/patterns';
import { hills, room } from '#server/demo/pictures/places';
import { type Scene, SCENE_WIDTH } from '#server/demo/pictures/scenes';
import { desk, plants, plate } from '#server/demo/pictures/still-life';
import { centeredText, circle, drawing, element, rect } from '#server/demo/pictures/svg';
import { titleBand } from '#server/demo/pictures/title-band';
import type { SeededRandom } from '#server/demo/seeded-random';

const PIN_HEIGHT = 300;
const SQUARE = SCENE_WIDTH;
const TITLE_SHARE = 1 / 3;

/** How a topic is drawn: the first scene mostly, the others now and then. */
type Style = readonly [Mood, ...Scene[]];

const stylesByTopic: Readonly<Record<string, Style>> = {
  'Etsy shops': ['blush', tiles, desk, garment],
  'Pinterest marketing': ['bright', desk, tiles],
  'Make money online': ['sea', desk, plants],
  'Fashion blogging': ['blush', garment, faces],
  'Home decor': ['earthy', room, plants],
  Recipes: ['earthy', plate],
  'DIY and crafts': ['bright', tiles, plants],
  Travel: ['sea', hills],
  Gardening: ['fresh', plants, hills],
  Wedding: ['blush', garment, plate, plants],
  Fitness: ['fresh', faces, hills],
  Classroom: ['bright', desk, faces],
  Photography: ['sea', hills, desk],
  'Hair and beauty': ['blush', faces, garment],
  Parenting: ['bright', faces, room],
  Weihnachten: ['winter', tiles, plate],
  Cuisine: ['fresh', plate],
  家庭料理: ['winter', plate],
  Рукоделие: ['winter', tiles, garment],
  อาหารไทย: ['bright', plate],
};
const defaultStyle: Style = ['earthy', tiles, hills];

const MAIN_SCENE_SHARE = 0.6;

function pickScene(random: SeededRandom, [, main, ...others]: Style): Scene {
  const scene = random.withProbability(MAIN_SCENE_SHARE) || others.length === 0 ? main : random.pick(others);
  return scene ?? tiles;
}

const background = ({ background: fill }: Palette, height: number): string => rect(0, 0, SCENE_WIDTH, height, fill);

function drawPin(random: SeededRandom, style: Style, title: string): string {
  const colors = random.pick(moods[style[0]]);
  const band = random.withProbability(TITLE_SHARE) ? titleBand(random, colors, title, PIN_HEIGHT) : '';
  return drawing(
    SCENE_WIDTH,
    PIN_HEIGHT,
    background(colors, PIN_HEIGHT) + pickScene(random, style)({ random, colors, height: PIN_HEIGHT, id: 'p' }) + band,
  );
}

/** The cover of a board: four of its motifs. */
function drawBoard(random: SeededRandom, style: Style): string {
  const gap = 4;
  const size = (SQUARE - gap) / 2;
  const motifs = [0, 1, 2, 3].map((index) => {
    const colors = random.pick(moods[style[0]]);
    const motif = pickScene(random, style)({ random, colors, height: SQUARE, id: `t${index}` });
    const [x, y] = [(index % 2) * (size + gap), Math.floor(index / 2) * (size + gap)];
    return element('svg', { x, y, width: size, height: size, viewBox: `0 0 ${SQUARE} ${SQUARE}` }, background(colors, SQUARE) + motif);
  });
  return drawing(SQUARE, SQUARE, rect(0, 0, SQUARE, SQUARE, '#fff') + motifs.join(''));
}

/** The first letters of the first and the last name. */
const initialsOf = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase();

function drawPerson(random: SeededRandom, [mood]: Style, name: string): string {
  const colors = random.pick(moods[mood]);
  const [ground, pattern, disk, ink] = random.pick([
    [colors.soft, colors.background, colors.dark, '#fff'],
    [colors.main, colors.soft, '#fff', colors.dark],
    [colors.background, colors.soft, colors.main, '#fff'],
    [colors.dark, colors.main, colors.background, colors.dark],
  ] as const);
  const font = { 'font-family': 'Georgia, serif', 'font-weight': 700 };
  const initials = circle(100, 100, 62, disk) + centeredText(100, 121, initialsOf(name), 60, ink, font);
  return drawing(SQUARE, SQUARE, rect(0, 0, SQUARE, SQUARE, ground) + backdrop({ random, height: SQUARE, id: 'p' }, pattern) + initials);
}

/** The picture of a demo entity as SVG, the same at every call; null for ids that the demo does not have. */
export function drawPicture(entity: EntityType, id: string): string | null {
  const number = demoNumber(entity, id);
  if (number === null) return null;
  const { topic, name } = demoTexts(entity, number);
  const random = randomOf(entity, number, 'picture');
  const style = stylesByTopic[topic.name] ?? defaultStyle;
  if (entity === 'pin') return drawPin(random, style, name);
  return entity === 'board' ? drawBoard(random, style) : drawPerson(random, style, name);
}
