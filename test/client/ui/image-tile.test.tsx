/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/react';
import { firstCharacter, hueForId, ImageTile, isOwnImage } from '../../../client/src/ui/image-tile';

const tokens = readFileSync('client/src/styles/tokens.css', 'utf8');

/** The values of a token in the order of the themes: light, dark, the device's dark. */
const tokenValues = (name: string): number[] =>
  [...tokens.matchAll(new RegExp(`--tile-${name}: (\\d+)%`, 'g'))].map((found) => Number(found[1]) / 100);

/** Relative luminance of an HSL colour as WCAG defines it. */
function luminance(hue: number, saturation: number, lightness: number): number {
  const channel = (shift: number) => {
    const k = (shift + hue / 30) % 12;
    const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
}

describe('the tile of an entity', () => {
  it('has the first letter of its name and a colour of its id', () => {
    render(<ImageTile id="b1" name="etsy" image={null} size={48} />);
    const tile = screen.getByTestId('tile-letter');
    expect([tile.textContent, tile.style.getPropertyValue('--hue'), tile.style.width]).toEqual(['E', String(hueForId('b1')), '48px']);
  });

  it('is blank without a name', () => {
    render(<ImageTile id="b1" name={null} image={null} size={48} />);
    expect(screen.getByTestId('tile-blank').textContent).toBe('');
  });

  it('shows a picture of our own, and the letter in the same size when it fails', () => {
    render(<ImageTile id="b1" name="etsy" image="/pictures/1.svg" size={48} />);
    const picture = screen.getByRole('presentation');
    expect(picture.getAttribute('width')).toBe('48');
    fireEvent.error(picture);
    expect(screen.getByTestId('tile-letter').style.width).toBe('48px');
  });

  it.each([
    ['/pictures/1.svg', true],
    ['data:image/svg+xml,x', true],
    ['//evil.test/x', false],
    ['/\\evil.test/x', false],
    ['https://i.pinimg.com/x.jpg', false],
    ['data:text/html,x', false],
    ['javascript:alert(1)', false],
    [null, false],
  ])('loads %s: %s', (address, loaded) => {
    expect(isOwnImage(address)).toBe(loaded);
  });

  it.each([
    ['etsy', 'E'],
    ['  "Quoted"', 'Q'],
    ['家居', '家'],
    ['100 ideas', '1'],
    ['🌱', '🌱'],
    ['   ', null],
    [null, null],
  ])('takes of %j the letter %j', (name, letter) => {
    expect(firstCharacter(name)).toBe(letter);
  });

  it('spreads neighbouring ids over the colours', () => {
    const hues = new Set(Array.from({ length: 60 }, (_, index) => Math.floor(hueForId(`b${index}`) / 30)));
    expect(hues.size).toBeGreaterThanOrEqual(10);
  });

  it.each([
    ['light', 0],
    ['dark', 1],
    ['the device’s dark', 2],
  ])('has a letter that can be read on every colour in %s', (_, theme) => {
    const token = (name: string) => tokenValues(name)[theme] ?? NaN;
    const contrasts = Array.from({ length: 360 }, (_unused, hue) => {
      const ground = luminance(hue, token('bg-saturation'), token('bg-lightness'));
      const letter = luminance(hue, token('text-saturation'), token('text-lightness'));
      return (Math.max(ground, letter) + 0.05) / (Math.min(ground, letter) + 0.05);
    });
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
  });
});
