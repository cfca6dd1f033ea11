import { scriptCodeOf, scriptNames, scriptPattern } from '#domain/catalog/filters/scripts';

/** The pattern as JavaScript writes it. */
const javascriptPattern = (pattern: string) => new RegExp(pattern.replaceAll(/\\U0*([0-9a-f]+)/g, '\\u{$1}'), 'u');

describe('the script of a title', () => {
  it.each([
    ['Garden ideas', 'latin'],
    ['★ 12 Кухни and more', 'cyrillic'],
    ['Österreich', 'latin'],
    ['𝓕𝓪𝓷𝓬𝔂', 'latin'],
    ['ᑭIᑎTEᖇEᔕT', 'latin'],
    ['Ⓟins', 'latin'],
    ['ᵉˢ', undefined],
    ['ᵗʰᵉ Кухни', 'cyrillic'],
    ['𝚨𝛚', 'greek'],
    ['日本の庭', 'cjk'],
    ['ー', 'cjk'],
    ['カフェ', 'cjk'],
    ['한국', 'cjk'],
    ['مطبخ', 'arabic'],
    ['אוכל', 'hebrew'],
    ['Ελλάδα', 'greek'],
    ['हिन्दी', 'indic'],
    ['தமிழ்', 'indic'],
    ['ไทย', 'thai'],
    ['საქართველო', 'georgian'],
    ['Հայաստան', 'armenian'],
    ['123 – ✂️ 🎄', undefined],
    ['१२३', undefined],
    ['', undefined],
  ])('%j is %s, in JavaScript and in the pattern for SQL', (title, script) => {
    expect(scriptNames[scriptCodeOf(title)]).toBe(script);
    expect(scriptNames.filter((name) => javascriptPattern(scriptPattern([name])).test(title))).toEqual(script ? [script] : []);
  });

  it('is that of the first letter, whatever the character', () => {
    const patterns = scriptNames.map((name) => javascriptPattern(scriptPattern([name])));
    const different: string[] = [];
    for (let codePoint = 0; codePoint < 0x33000; codePoint += 7) {
      const character = String.fromCodePoint(codePoint);
      const matched = patterns.findIndex((pattern) => pattern.test(character));
      if (matched !== scriptCodeOf(character)) different.push(codePoint.toString(16));
    }
    expect(different).toEqual([]);
  });

  it('keeps the codes that stored read models use', () => {
    expect(scriptNames).toEqual(['latin', 'greek', 'cyrillic', 'armenian', 'hebrew', 'arabic', 'indic', 'thai', 'georgian', 'cjk']);
  });
});
