import { screenAliases, type ScreenName, screens } from '#domain/site/screens';

/** The screen of a path, and what the path has in place of `:id` or `:code`, still encoded. */
interface FoundScreen {
  readonly name: ScreenName;
  readonly param: string | null;
}

const names = Object.keys(screens) as readonly ScreenName[];
const pathPatterns = [
  ...names.map((name) => ({ name, path: screens[name].path })),
  ...Object.entries(screenAliases).map(([path, name]) => ({ name, path })),
].map(({ name, path }) => ({ name, pattern: new RegExp(`^${path.replace(/:\w+/, '([^/]+)')}/?$`, 'i') }));

/** Returns the screen of a path without its query; null if the app has none. Like the client's routes, it ignores case and a trailing slash. */
export function findScreen(path: string): FoundScreen | null {
  for (const { name, pattern } of pathPatterns) {
    const found = pattern.exec(path);
    if (found) return { name, param: found[1] ?? null };
  }
  return null;
}
