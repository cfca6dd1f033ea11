import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** The mark of the product, drawn by `.mark` of the pages' style. */
export const Mark = () =>
  createElement(
    'svg',
    { className: 'mark', viewBox: '0 0 24 24', width: 28, height: 28, 'aria-hidden': true },
    createElement('rect', { width: 24, height: 24, rx: 6 }),
    createElement('path', { d: 'M5 16.5 10.2 11l3.6 3.2L19 7.5' }),
  );

/** The mark as text. */
export const markSvg = renderToStaticMarkup(createElement(Mark));
