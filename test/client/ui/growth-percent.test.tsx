/** @jest-environment jsdom */
import { render } from '@testing-library/react';
import { GrowthPercent } from '../../../client/src/ui/growth-percent';

describe('growth in percent', () => {
  it.each([
    ['3.0 in 90 days', 3, 90, false],
    ['2.9 in 90 days, which no verdict calls growing', 2.9, 90, true],
    ['1.0 in 30 days', 1, 30, false],
    ['0.9 in 30 days', 0.9, 30, true],
    ['2.9 over no known days', 2.9, null, false],
    ['-0.1', -0.1, 90, false],
  ])('of %s has the color of the same threshold as verdicts', (_, percent, days, isMuted) => {
    const { container } = render(<GrowthPercent percent={percent} days={days} />);
    expect(container.querySelector('.muted') !== null).toBe(isMuted);
  });
});
