import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { colors, lightColor } from '#domain/site/colors';

const sources = globSync('client/src/**/*.{ts,tsx}').map((file) => ({ file, code: readFileSync(file, 'utf8') }));
const stylesheets = globSync('client/src/**/*.module.css');

/** The class names in the selectors of a stylesheet. */
function definedClasses(file: string): Set<string> {
  const css = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  const selectors = [...css.matchAll(/([^{};]+)\{/g)].flatMap(([, selector = '']) => (selector.trim().startsWith('@') ? [] : [selector]));
  return new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([\w-]+)/g)].flatMap(([, name]) => name ?? [])));
}

/** The keys of CSS modules that the sources read, by stylesheet. */
function usedClasses(): Map<string, Set<string>> {
  const used = new Map(stylesheets.map((file) => [file, new Set<string>()]));
  for (const { file, code } of sources) {
    for (const [, name, path] of code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const keys = [...code.matchAll(new RegExp(String.raw`(?<![\w/.-])${name}(?:\.(\w+)|\[(['"])([\w-]+)\2\])`, 'g'))].map(
        (found) => found[1] ?? found[3],
      );
      for (const key of keys) used.get(join(dirname(file), path ?? ''))?.add(key ?? '');
    }
  }
  return used;
}

const page = readFileSync('client/index.html', 'utf8');
const pageClasses = [...page.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
const layers = ['layout', 'text'].map((name) => `client/src/styles/${name}.css`);
const layerClasses = new Set([...layers.flatMap((file) => [...definedClasses(file)]), 'no-print']);
/** Its words fit from these on. */
const HEADER_WIDTHS = [340, 900];
const scopedName = (file: string, name: string) => `${basename(file, '.module.css')}__${name}`;

describe('the CSS modules of the client', () => {
  const used = usedClasses();

  it.each(stylesheets)('%s has a rule for every class in use', (file) => {
    const defined = definedClasses(file);
    expect([...(used.get(file) ?? [])].filter((name) => !defined.has(name))).toEqual([]);
  });

  it.each(stylesheets)('%s has no class without a use', (file) => {
    const unused = [...definedClasses(file)].filter((name) => !used.get(file)?.has(name) && !pageClasses.includes(scopedName(file, name)));
    expect(unused).toEqual([]);
  });

  it('have distinct file names, which scope their classes', () => {
    const names = stylesheets.map((file) => basename(file));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('have a rule for every class of index.html', () => {
    const defined = new Set(stylesheets.flatMap((file) => [...definedClasses(file)].map((name) => scopedName(file, name))));
    expect(pageClasses.filter((name) => !defined.has(name) && !layerClasses.has(name))).toEqual([]);
  });

  it('are, with the layers of layout and text, the only source of class names', () => {
    const literals = sources.flatMap(({ file, code }) => {
      const attributes = [...code.matchAll(/className="([^"]*)"/g)].map(([, names = '']) => names);
      const joined = [...code.matchAll(/(?<!import \{ )\bclasses\(((?:[^()]|\([^()]*\))*)\)/g)].flatMap(([, args = '']) =>
        [...args.replaceAll(/[=!]== '[^']*'/g, '').matchAll(/'([^']*)'/g)].map(([, names = '']) => names),
      );
      return [...attributes, ...joined].flatMap((names) => names.split(' ').map((name) => ({ file, name })));
    });
    expect(literals.filter(({ name }) => !layerClasses.has(name))).toEqual([]);
  });

  it('leave nothing in the layers of layout and text without a use', () => {
    const code = [...sources.map(({ code: one }) => one), page, ...stylesheets.map((file) => readFileSync(file, 'utf8'))].join('\n');
    expect([...layerClasses].filter((name) => !new RegExp(String.raw`(?<![\w-])${name}(?![\w-])`).test(code))).toEqual([]);
  });

  it('are the only stylesheets besides tokens, resets, the layers of layout and text, and print', () => {
    const global = globSync('client/src/**/*.css').filter((file) => !file.endsWith('.module.css'));
    expect(global.map((file) => basename(file)).toSorted()).toEqual(['base.css', 'layout.css', 'print.css', 'text.css', 'tokens.css']);
  });
});

describe('the tokens', () => {
  const declarations = globSync('client/src/**/*.css').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line.trim()}`),
  );

  it('are the only widths at which screens change', () => {
    const widths = declarations.flatMap((line) => {
      const isHeader = line.startsWith('client/src/app/header.module.css');
      const allowed = new Set([480, 640, 768, 1024, 1280, ...(isHeader ? HEADER_WIDTHS : [])]);
      return /@media .*width/.test(line) && [...line.matchAll(/(\d+)px/g)].some(([, width]) => !allowed.has(Number(width))) ? line : [];
    });
    expect(widths).toEqual([]);
  });

  it('are used for each space and each size of text that has one', () => {
    const space = /(?:gap|padding|margin)[a-z-]*: [^;(]*(?<![-\d.])(?:4|8|12|16|20|24|32|48)px/;
    const size = /font-size: (?:0\.6875|0\.75|0\.8125|0\.875|0\.9375|1\.125|1\.25|1\.5|1\.75)rem/;
    expect(declarations.filter((line) => !line.includes('calc(') && (space.test(line) || size.test(line)))).toEqual([]);
  });
});

describe('the colors', () => {
  const own = /#[\da-f]{6}\b/gi;
  const files = [
    ...globSync('client/src/**/*.css'),
    ...globSync('server/{http,mail,api-docs,linked-accounts}/**/*.{ts,tsx}'),
    'client/public/maintenance.html',
  ];

  it('are in one file: no stylesheet, email, or page of the server has one of its own', () => {
    const found = files.flatMap((file) => (readFileSync(file, 'utf8').match(own) ?? []).map((color) => `${file}: ${color}`));
    // The frame of the designer stands on pictures, whatever the theme.
    expect(found.filter((one) => !one.startsWith('client/src/designer/'))).toEqual([]);
  });

  it('are those of the icon, which cannot read them', () => {
    const icon = readFileSync('client/public/favicon.svg', 'utf8').toLowerCase();
    expect(icon.match(own)).toEqual([lightColor('mark'), lightColor('mark-line')]);
  });

  it('are used, each of them', () => {
    const uses = [...files, ...globSync('client/src/**/*.{ts,tsx}')].map((file) => readFileSync(file, 'utf8')).join('\n');
    const unused = Object.keys(colors).filter((role) => !uses.includes(role.startsWith('category-') ? '--category-' : `--${role}`));
    expect(unused).toEqual([]);
  });
});
