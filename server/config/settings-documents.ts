import { isSecretSetting, type SettingName, settingSections } from '#server/config/settings';

interface DocumentedSetting {
  readonly name: SettingName;
  /** Text for the tables; "none" if the setting has no default. */
  readonly defaultText: string;
  readonly meaning: string;
}

type Section = (typeof settingSections)[number];

function documentedSettings([, section]: Section): readonly DocumentedSetting[] {
  return Object.entries(section.shape).map(([name, type]) => {
    const { default: named } = (type.meta() ?? {}) as { readonly default?: string };
    const parsed = type.safeParse(undefined);
    const value = parsed.success ? parsed.data : undefined;
    return {
      name: name as SettingName,
      defaultText: named ?? (value === undefined || value === '' ? 'none' : [value].flat().join(',')),
      meaning: type.description ?? '',
    };
  });
}

const tableRow = ({ name, defaultText, meaning }: DocumentedSetting): string =>
  `| \`${name}\` | ${defaultText.includes(' ') || defaultText === 'none' ? defaultText : `\`${defaultText}\``} | ${meaning} |`;

const sectionTable = (section: Section): string =>
  [`## ${section[0]}`, '', '| Setting | Default | Meaning |', '| --- | --- | --- |', ...documentedSettings(section).map(tableRow)].join(
    '\n',
  );

/** The text of docs/configuration.md. */
export const configurationDocument = (): string =>
  [
    '# Configuration',
    'Written from `server/config/settings.ts` by `npm run generate`.',
    'The server and every command read the same settings: from the environment, then from the file `.env` in the folder of Corklight, or from the one that `ENV_FILE` names (empty: none). What the environment says wins. `NAME_FILE` is the path of a file with the value of `NAME`, for example `SECRET_KEY_FILE=/run/secrets/key`. An empty value means the default.',
    'All wrong settings are reported at once, and nothing starts with one. An unknown name gets a warning with the nearest known one. `npm run corklight -- config check` looks for both without starting anything, and `config print` shows what is in effect, without secrets.',
    ...settingSections.map(sectionTable),
    '',
  ].join('\n\n');

const exampleLine = ({ name, defaultText, meaning }: DocumentedSetting): string =>
  [
    `# ${meaning.replaceAll('`', '')}`,
    `#${name}=${defaultText === 'none' || defaultText.includes(' ') || isSecretSetting(name) ? '' : defaultText}`,
  ].join('\n');

/** The text of `.env.example`: every setting with its default, commented out. */
export const exampleEnvironment = (): string =>
  [
    '# Copy this file to .env and remove the # of what you change. docs/configuration.md has the same as a page.',
    ...settingSections.flatMap((section) => [`\n# --- ${section[0]} ---`, ...documentedSettings(section).map(exampleLine)]),
    '',
  ]
    .join('\n\n')
    .replaceAll('\n\n\n', '\n\n');
