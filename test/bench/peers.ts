import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Is a program of this name on the search path? */
function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Why there is no line of Sphinx in the table. */
export function whyNoSphinx(isAskedFor: boolean): string {
  if (!isAskedFor) return '--peers was not given';
  return isInstalled('searchd') ? 'searchd is installed, but nothing here feeds it yet' : 'searchd is not installed';
}
