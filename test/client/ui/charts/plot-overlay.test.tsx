/** @jest-environment jsdom */
import { render } from '@testing-library/react';
import { PlotOverlay } from '../../../../client/src/ui/charts/plot-overlay';

const plot = { leftPx: 0, topPx: 0, widthPx: 100, heightPx: 100, firstDay: 0, lastDay: 100, minValue: 0, maxValue: 100 };

/** Where the bracket and the number of a jump of these days are. */
function drawnJump(days: number) {
  const { container } = render(
    <PlotOverlay
      plot={plot}
      gaps={[]}
      annotations={[{ day: 60, value: 50, size: 40, days }]}
      ignoredDays={[]}
      staleSince={null}
      active={undefined}
      start={undefined}
      measure={null}
    />,
  );
  return {
    span: container.querySelector('[data-testid="jump-span"]')?.getAttribute('d') ?? null,
    numberX: container.querySelector('text')?.getAttribute('x'),
  };
}

describe('the mark of a jump', () => {
  it('is above its day', () => expect(drawnJump(1)).toEqual({ span: null, numberX: '60' }));

  it('spans the days between readings that lie apart', () => {
    expect(drawnJump(16)).toEqual({ span: expect.stringMatching(/^M44 .*H60/), numberX: '52' });
  });
});
