import { readFileSync } from 'node:fs';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { settings } from '../../../client/src/api/settings';
import { resetStores } from '../../../client/src/api/store';
import { pictures } from '../../../client/src/site/pictures';
import { firstCharacter, hueForId } from '../../../client/src/ui/picture/picture';
import { Picture } from '../../../client/src/ui/picture/picture';

const styles = readFileSync('client/src/ui/picture/picture.module.css', 'utf8');

/** Saturation and lightness of the background and the letter, in the light and in the dark theme. */
const [background, letter] = [
  ...styles.matchAll(/(?:background|color): light-dark\(hsl\(var\(--hue\) (\d+)% (\d+)%\), hsl\(var\(--hue\) (\d+)% (\d+)%\)\)/g),
].map((found) => {
  const [saturation = 0, lightness = 0, darkSaturation = 0, darkLightness = 0] = found.slice(1).map((percent) => Number(percent) / 100);
  return { light: [saturation, lightness], dark: [darkSaturation, darkLightness] } as const;
});

/** The relative luminance of an HSL color as defined by WCAG. */
function luminance(hue: number, saturation: number, lightness: number): number {
  const channel = (shift: number) => {
    const k = (shift + hue / 30) % 12;
    const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
}

const addressOf = (hash: string, size = 'originals') => `https://i.pinimg.com/${size}/01/23/45/${hash.padEnd(32, '0')}.jpg`;
const images = () => screen.queryAllByRole<HTMLImageElement>('presentation', { hidden: true });
const sources = () => images().map((image) => image.getAttribute('src'));
/** Lets an image fail as if the browser had chosen its `src`. */
function fail(image: HTMLImageElement | undefined): void {
  if (!image) throw new Error('There is no image.');
  Object.defineProperty(image, 'currentSrc', { value: image.src, configurable: true });
  fireEvent.error(image);
}
const aPicture = (over: Partial<Parameters<typeof Picture>[0]> = {}) => (
  <Picture entity="board" id="b1" name="etsy" image={null} width={48} {...over} />
);

describe('a picture', () => {
  beforeEach(() => {
    resetStores('app');
    settings.site = { ...settings.site, image_hosts: ['i.pinimg.com'] };
  });

  it('is loaded in a size that fits, without a referrer, and late unless it is one of the first', () => {
    const { rerender } = render(aPicture({ entity: 'pin', image: addressOf('a'), width: 40 }));
    const [image] = images();
    const attributes = ['src', 'sizes', 'referrerpolicy', 'loading', 'decoding', 'width', 'height', 'alt'];
    expect(attributes.map((name) => image?.getAttribute(name))).toEqual([
      addressOf('a', '236x'), '40px', 'no-referrer', 'lazy', 'async', '40', '60', '',
    ]); // prettier-ignore
    expect(image?.getAttribute('srcset')).toContain(`${addressOf('a', '474x')} 474w`);
    // It fades in.
    expect(image?.dataset).not.toHaveProperty('loaded');
    fireEvent.load(image!);
    expect(image?.dataset).toHaveProperty('loaded');
    rerender(aPicture({ image: addressOf('a'), isEager: true }));
    expect(images()[0]?.getAttribute('loading')).toBe('eager');
  });

  it('falls back to the stored address, then to the letter, and neither address is asked again', () => {
    const stored = addressOf('b');
    const { unmount } = render(aPicture({ image: stored }));
    fail(images()[0]);
    expect([sources(), images()[0]?.getAttribute('srcset')]).toEqual([[stored], null]);
    fail(images()[0]);
    expect([sources(), screen.getByTestId('tile-letter').textContent]).toEqual([[], 'E']);
    unmount();
    render(aPicture({ image: stored }));
    expect(images()).toEqual([]);
  });

  it('is asked for once if the stored address is the thumbnail that failed', () => {
    render(aPicture({ image: addressOf('c', '236x') }));
    fail(images()[0]);
    expect(images()).toEqual([]);
  });

  it.each([2, 3, 4])('of a board without a cover is made of %i pictures of its pins', (count) => {
    const ofPins = Array.from({ length: count }, (_, index) => addressOf(`e${index}`));
    render(aPicture({ pictures: ofPins }));
    expect(sources()).toEqual(Array.from({ length: count }, (_, index) => addressOf(`e${index}`, '236x')));
    expect(images().map((image) => image.getAttribute('sizes'))).toEqual(Array.from({ length: count }, () => '24px'));
  });

  it('of a board leaves out the pictures of its pins that fail, and with a cover shows only that', () => {
    const { rerender } = render(aPicture({ pictures: [addressOf('f1', '236x'), addressOf('f2')] }));
    fail(images()[0]);
    expect(sources()).toEqual([addressOf('f2', '236x')]);
    rerender(aPicture({ image: addressOf('f3'), pictures: [addressOf('f2')] }));
    expect(sources()).toEqual([addressOf('f3', '236x')]);
  });

  it('is not loaded from other hosts, or while pictures are switched off; our own always are', () => {
    const { rerender } = render(aPicture({ image: 'https://evil.test/x.jpg' }));
    expect(images()).toEqual([]);
    pictures.areShown = false;
    rerender(aPicture({ image: addressOf('a') }));
    expect(images()).toEqual([]);
    rerender(aPicture({ image: '/sample-pin.svg' }));
    expect(sources()).toEqual(['/sample-pin.svg']);
  });

  it.each([
    ['the first letter of the name', 'etsy', 'tile-letter', 'E'],
    ['a drawing without a name', null, 'tile-blank', ''],
  ])('that is missing is %s in the color of the id', (_what, name, testId, character) => {
    const { container } = render(aPicture({ name }));
    expect(screen.getByTestId(testId).textContent).toBe(character);
    const box = container.firstElementChild as HTMLElement;
    expect(within(box).getByTestId(testId)).toBeTruthy();
    expect([box.style.getPropertyValue('--hue'), box.style.getPropertyValue('--width')]).toEqual([String(hueForId('b1')), '48px']);
  });

  it.each([
    ['etsy', 'E'],
    ['  "Quoted"', 'Q'],
    ['家居', '家'],
    ['100 ideas', '1'],
    ['Pin on Fish', 'F'],
    ['Pin by @mira', 'M'],
    ['Pin cushions', 'P'],
    ['🌱', '🌱'],
    ['   ', null],
    [null, null],
  ])('for the name %j has the letter %j', (name, letter) => {
    expect(firstCharacter(name)).toBe(letter);
  });

  it('spreads similar ids over the colors', () => {
    const hues = new Set(Array.from({ length: 60 }, (_, index) => Math.floor(hueForId(`b${index}`) / 30)));
    expect(hues.size).toBeGreaterThanOrEqual(10);
  });

  it.each(['light', 'dark'] as const)('has a readable letter in every color of the %s theme', (theme) => {
    if (!background || !letter) throw new Error('The colors of the tile were not found.');
    const contrasts = Array.from({ length: 360 }, (_unused, hue) => {
      const [one, other] = [luminance(hue, ...background[theme]), luminance(hue, ...letter[theme])];
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    });
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
  });
});
