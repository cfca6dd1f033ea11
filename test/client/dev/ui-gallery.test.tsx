import { globSync, readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import { UiGallery } from '../../../client/src/dev/ui-gallery';
// Resets the browser before each test.
import '../../support/client/client-app';
import { muteConsoleErrors } from '../../support/client/elements';

/** A redirect renders nothing; lists show the filters, and the gallery these charts and the tile through other components. */
const notShown = new Set([
  'navigation/redirect',
  'charts/apex-chart',
  'charts/comparison/comparison-drawing',
  'charts/day-pointer',
  'charts/line-chart',
  'charts/picture/download-picture',
  'charts/plot-overlay',
  'form/form',
  'filters/filter-form',
  'filters/filter-group',
]);

describe('the gallery of UI components', () => {
  beforeEach(muteConsoleErrors);

  it('renders every section', () => {
    render(<UiGallery />);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    for (const name of ['Text', 'Buttons', 'Fields', 'Errors', 'Pagination', 'Charts'])
      expect(screen.getByRole('region', { name })).toBeTruthy();
  });

  it('shows every component of ui', () => {
    const imports = new Set(
      globSync('client/src/dev/*.tsx').flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/['"]\.\.\/ui\/([^'"]+)['"]/g)].map(([, path]) => path),
      ),
    );
    const components = globSync('client/src/ui/**/*.tsx').map((file) => file.slice('client/src/ui/'.length, -'.tsx'.length));
    expect(components.filter((path) => !imports.has(path) && !notShown.has(path))).toEqual([]);
  });
});
