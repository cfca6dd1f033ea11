import { escapeHtml } from '#server/http/escape-html';

/** Attributes of an SVG element; numbers are rounded to one decimal. */
export type Attributes = Readonly<Record<string, string | number>>;

const attributeText = (value: string | number): string =>
  typeof value === 'number' ? String(Math.round(value * 10) / 10) : escapeHtml(value);

/** Positions are 0 where they are not given. */
const isDefault = (name: string, value: string | number): boolean => value === 0 && /^c?[xy]$/.test(name);

/** An SVG element with content that is already SVG. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const given = Object.entries(attributes).filter(([key, value]) => !isDefault(key, value));
  const list = given.map(([key, value]) => ` ${key}="${attributeText(value)}"`);
  return content === '' ? `<${name}${list.join('')}/>` : `<${name}${list.join('')}>${content}</${name}>`;
}

export const rect = (x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}): string =>
  element('rect', { x, y, width, height, fill, ...more });

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string =>
  element('circle', { cx, cy, r, fill, ...more });

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}): string =>
  element('ellipse', { cx, cy, rx, ry, fill, ...more });

export const path = (d: string, fill: string, more: Attributes = {}): string => element('path', { d, fill, ...more });

/** A line without a filled shape. */
export const stroke = (d: string, color: string, width: number, more: Attributes = {}): string =>
  path(d, 'none', { stroke: color, 'stroke-width': width, 'stroke-linecap': 'round', ...more });

/** Text centered at a point. */
export const centeredText = (x: number, y: number, content: string, size: number, fill: string, more: Attributes = {}): string =>
  element('text', { x, y, 'font-size': size, fill, 'text-anchor': 'middle', ...more }, escapeHtml(content));

/** Elements with the same attributes. */
export const group = (attributes: Attributes, content: string): string => element('g', attributes, content);

export const moved = (x: number, y: number, content: string): string =>
  element('g', { transform: `translate(${Math.round(x)} ${Math.round(y)})` }, content);

export const enlarged = (factor: number, content: string): string => element('g', { transform: `scale(${factor.toFixed(2)})` }, content);

/** A box filled with tiles of this size that repeat; the id must be unique in the drawing. */
export const tiled = (id: string, size: number, width: number, height: number, tile: string): string =>
  element('pattern', { id, width: size, height: size, patternUnits: 'userSpaceOnUse' }, tile) + rect(0, 0, width, height, `url(#${id})`);

/** A whole drawing of this size. */
export const drawing = (width: number, height: number, content: string): string =>
  element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height }, content);
