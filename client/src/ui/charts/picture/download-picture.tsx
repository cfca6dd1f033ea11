import type { RefObject } from 'react';
import { notify } from '../../../site/toast';
import { Button } from '../../form/button';
import { saveFile } from '../../../api/download';

/** Pixels of the saved picture per pixel on screen, so that it stays sharp on slides. */
const SAVED_PIXELS_PER_PIXEL = 2;
const COPIED_PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'color',
];

/** Saves SVGs of the page that lie over each other, the lowest first, as one PNG in their colors on the background of the page. Throws if the browser cannot draw them. */
async function saveDrawings(drawings: readonly SVGSVGElement[], name: string): Promise<void> {
  const place = drawings[0]?.getBoundingClientRect();
  if (!place) throw new Error('There is nothing to draw.');
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: place.width * SAVED_PIXELS_PER_PIXEL, height: place.height * SAVED_PIXELS_PER_PIXEL });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  context.scale(SAVED_PIXELS_PER_PIXEL, SAVED_PIXELS_PER_PIXEL);
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, place.width, place.height);
  for (const drawing of drawings) {
    const { left, top, width, height } = drawing.getBoundingClientRect();
    context.drawImage(await pictureOf(drawing, width, height), left - place.left, top - place.top, width, height);
  }
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!content) throw new Error('The browser could not make a picture.');
  saveFile(name, content);
}

async function pictureOf(drawing: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const picture = new Image();
  // A data address: the content security policy allows no blob as a picture.
  picture.src = `data:image/svg+xml,${encodeURIComponent(standaloneSvg(drawing, width, height))}`;
  await picture.decode();
  return picture;
}

/** An SVG with its styles as attributes, for outside the page. The content security policy allows no style attribute. */
function standaloneSvg(drawing: SVGSVGElement, width: number, height: number): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll('*')];
  [drawing, ...drawing.querySelectorAll('*')].forEach((element, index) => {
    const computed = getComputedStyle(element);
    copies[index]?.removeAttribute('style');
    for (const property of COPIED_PROPERTIES) copies[index]?.setAttribute(property, computed.getPropertyValue(property));
  });
  // HTML inside, such as an empty legend, would forbid reading the canvas in some browsers.
  for (const html of copy.querySelectorAll('foreignObject')) html.remove();
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}

interface DownloadPictureProps {
  /** The element with the SVGs of the chart. */
  readonly chart: RefObject<HTMLElement | null>;
  readonly fileName: string;
}

/** Saves a chart as PNG. */
export function DownloadPicture({ chart, fileName }: DownloadPictureProps) {
  const save = async () => {
    try {
      await saveDrawings([...(chart.current?.querySelectorAll('svg') ?? [])], fileName);
    } catch {
      notify("We couldn't make the picture. Your browser may not allow it.", 'error');
    }
  };
  return (
    <Button kind="quiet" onClick={() => void save()}>
      Download PNG
    </Button>
  );
}
