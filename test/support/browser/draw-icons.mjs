// Draws the icons of client/public from favicon.svg: `npm run icons`.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from './chromium.ts';

const folder = join(process.cwd(), 'client', 'public');

/** The mark with square corners: the system that shows it cuts its own shape. */
const withoutCorners = (svg) => svg.replace(' rx="6"', '');

/** The mark within the circle that every system keeps, four fifths of the side. */
const maskable = (svg) => withoutCorners(svg).replace('<path ', '<path transform="translate(12 12) scale(.8) translate(-12 -12)" ');

async function drawPng(page, svg, sizePx) {
  await page.setViewportSize({ width: sizePx, height: sizePx });
  await page.setContent(`<style>* { margin: 0; } svg { display: block; width: ${sizePx}px; height: ${sizePx}px; }</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

/** An ICO file with one PNG of less than 256 pixels: a header of 6 bytes, an entry of 16, and the picture. */
function wrapInIco(png, sizePx) {
  const header = Buffer.alloc(22);
  for (const [offset, value] of [[2, 1], [4, 1], [10, 1], [12, 32]]) header.writeUInt16LE(value, offset); // prettier-ignore
  header.writeUInt8(sizePx, 6);
  header.writeUInt8(sizePx, 7);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const svg = await readFile(join(folder, 'favicon.svg'), 'utf8');
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  const icons = {
    'favicon.ico': wrapInIco(await drawPng(page, svg, 32), 32),
    'icon-32.png': await drawPng(page, svg, 32),
    'icon-192.png': await drawPng(page, svg, 192),
    'icon-512.png': await drawPng(page, svg, 512),
    'icon-maskable-512.png': await drawPng(page, maskable(svg), 512),
    'apple-touch-icon.png': await drawPng(page, withoutCorners(svg), 180),
  };
  for (const [name, content] of Object.entries(icons)) await writeFile(join(folder, name), content);
} finally {
  await browser.close();
}
