// Order matters: most user agents also name the browsers they derive from.
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const operatingSystems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** A user agent as a readable name, for example `Firefox on Windows`. */
export function browserName(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = browsers.find(([token]) => text.includes(`${token}/`))?.[1];
  const system = operatingSystems.find(([token]) => text.includes(token))?.[1];
  if (!browser) return system ? `A browser on ${system}` : 'Unknown browser';
  return system ? `${browser} on ${system}` : browser;
}
