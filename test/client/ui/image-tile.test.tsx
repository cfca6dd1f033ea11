/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/react';
import { firstCharacter, hueForId, ImageTile, isOwnImage } from '../../../client/src/ui/image-tile';

const styles = readFileSync('client/src/ui/image-tile.module.css', 'utf8');

/** Saturation and lightness of the background and the letter, in the light and in the dark theme. */
const [background, letter] = [
  ...styles.matchAll(/light-dark\(hsl\(var\(--hue\) (\d+)% (\d+)%\), hsl\(var\(--hue\) (\d+)% (\d+)%\)\)/g),
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

describe('an image tile', () => {
  it('has the first letter of the name and a color derived from the id', () => {
    render(<ImageTile id="b1" name="etsy" image={null} size={48} />);
    const tile = screen.getByTestId('tile-letter');
    expect([tile.textContent, tile.style.getPropertyValue('--hue'), tile.style.width]).toEqual(['E', String(hueForId('b1')), '48px']);
  });

  it('is blank without a name', () => {
    render(<ImageTile id="b1" name={null} image={null} size={48} />);
    expect(screen.getByTestId('tile-blank').textContent).toBe('');
  });

  it('shows an own image, and the letter in the same size if it fails to load', () => {
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
  ])('may load %s: %s', (address, loaded) => {
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
