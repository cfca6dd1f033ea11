import { saveFile } from '../../../api/download';

/** Pixels of the saved picture per pixel on screen, so that it stays sharp on slides. */
const SAVED_PIXELS_PER_PIXEL = 2;
const COPIED_PROPERTIES = ['fill', 'stroke', 'stroke-width', 'stroke-linejoin', 'stroke-linecap', 'font-family', 'font-size', 'color'];

/** Saves an SVG of the page as PNG, in its colors on the background of the page. Throws if the browser cannot draw it. */
export async function saveDrawing(drawing: SVGSVGElement, name: string): Promise<void> {
  const { width, height } = drawing.getBoundingClientRect();
  const picture = new Image();
  // A data address: the content security policy allows no blob as a picture.
  picture.src = `data:image/svg+xml,${encodeURIComponent(standaloneSvg(drawing))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: width * SAVED_PIXELS_PER_PIXEL, height: height * SAVED_PIXELS_PER_PIXEL });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas.');
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!content) throw new Error('The browser could not make a picture.');
  saveFile(name, content);
}

/** An SVG with its styles as attributes, for outside the page. The content security policy allows no style attribute. */
function standaloneSvg(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll('*')];
  [drawing, ...drawing.querySelectorAll('*')].forEach((element, index) => {
    const computed = getComputedStyle(element);
    for (const property of COPIED_PROPERTIES) copies[index]?.setAttribute(property, computed.getPropertyValue(property));
  });
  return new XMLSerializer().serializeToString(copy);
}
