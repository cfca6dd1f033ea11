import type { Palette } from '#server/demo/pictures/palettes';
import { SCENE_WIDTH } from '#server/demo/pictures/scenes';
import { centeredText, rect } from '#server/demo/pictures/svg';
import type { SeededRandom } from '#server/demo/seeded-random';

const MAX_LINES = 4;
const MAX_LINE_CHARACTERS = 14;
const FONT_SIZE = 21;
const BAND_PADDING = 12;

/** Scripts without spaces between words, which cannot be wrapped word by word. */
const isUnspaced = (text: string): boolean => /[\u0e00-\u0e7f\u3000-\u9fff]/.test(text);

/** A text in lines of at most this many characters, or of one longer word; what does not fit ends in an ellipsis. */
export function wrapText(text: string, maxCharacters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const extended = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && extended.length <= maxCharacters) lines[lines.length - 1] = extended;
    else lines.push(word);
  }
  return lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1]}…`];
}

const fonts = [
  { 'font-family': 'Georgia, serif', 'font-weight': 700 },
  { 'font-family': 'Verdana, sans-serif', 'font-weight': 700 },
  { 'font-family': 'Georgia, serif', 'font-style': 'italic' },
] as const;

/** The title of a pin on a band at the top or bottom, as people set them; nothing in scripts without spaces. */
export function titleBand(random: SeededRandom, colors: Palette, title: string, height: number): string {
  if (isUnspaced(title)) return '';
  // Without the suffix after a dash, and without emoji.
  const lines = wrapText(title.replace(/( –.*)?( ✨)?$/, ''), MAX_LINE_CHARACTERS);
  const bandHeight = lines.length * FONT_SIZE * 1.25 + 2 * BAND_PADDING;
  const top = random.pick([0, height - bandHeight - 20]);
  const [fill, ink] = random.pick([
    ['#fff', colors.dark],
    [colors.dark, '#fff'],
    [colors.background, colors.dark],
  ] as const);
  const font = random.pick(fonts);
  const isFull = top === 0 || random.withProbability(0.5);
  const inset = isFull ? 0 : 14;
  return (
    rect(inset, top, SCENE_WIDTH - 2 * inset, bandHeight, fill, isFull ? {} : { 'fill-opacity': 0.95, rx: 5 }) +
    lines
      .map((line, index) =>
        centeredText(SCENE_WIDTH / 2, top + BAND_PADDING + FONT_SIZE * (0.85 + index * 1.25), line, FONT_SIZE, ink, font),
      )
      .join('')
  );
}
