/** @jest-environment jsdom */
import { render } from '@testing-library/react';
import { MomentumBar } from '../../../../client/src/ui/charts/momentum-bar';

it('draws every score longer than the one below it, from nothing at 0 to the whole scale at 100', () => {
  const widths = [0, 1, 7, 20, 100].map((score) => {
    const { container } = render(<MomentumBar score={score} />);
    return Number(container.querySelectorAll('rect')[1]?.getAttribute('width'));
  });
  expect([widths[0], widths.at(-1)]).toEqual([0, 40]);
  expect(widths.every((width, index) => index === 0 || width > widths[index - 1]!)).toBe(true);
});
