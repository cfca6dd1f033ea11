import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { demoId, demoSizes } from '#server/demo/demo-ids';
import { demoPerson, demoTexts } from '#server/demo/demo-texts';
import { drawPicture } from '#server/demo/pictures/draw-picture';
import { centeredText } from '#server/demo/pictures/svg';
import { wrapText } from '#server/demo/pictures/title-band';

const numbers = Array.from({ length: 300 }, (_, number) => number);
const draw = (entity: EntityType, number: number) => drawPicture(entity, demoId(entity, number)) ?? '';
const pictures = {
  board: numbers.map((one) => draw('board', one)),
  pinner: numbers.map((one) => draw('pinner', one)),
  pin: numbers.map((one) => draw('pin', one)),
};
const textsIn = (picture: string) => [...picture.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text ?? '');

describe('a picture of the demo', () => {
  it.each([
    ['pin', 'viewBox="0 0 200 300"', 4_000],
    ['board', 'viewBox="0 0 200 200"', 8_000],
    ['pinner', 'viewBox="0 0 200 200"', 2_000],
  ] as const)('of a %s has its shape and is small', (entity, shape, maxBytes) => {
    for (const picture of pictures[entity]) {
      expect(picture.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true);
      expect(picture.slice(0, 120)).toContain(shape);
      expect(Buffer.byteLength(picture)).toBeLessThan(maxBytes);
    }
  });

  it.each(entityTypes)('of a %s is the same at every call, and differs from most others', (entity) => {
    expect(numbers.slice(0, 40).map((number) => draw(entity, number))).toEqual(pictures[entity].slice(0, 40));
    expect(new Set(pictures[entity]).size).toBeGreaterThan(0.95 * numbers.length);
  });

  it.each(entityTypes)('of a %s is well-formed, without scripts, links, or invalid numbers', (entity) => {
    for (const picture of pictures[entity]) {
      expect(picture).not.toMatch(/NaN|undefined|Infinity|script|href| on\w+=| style=/);
      const open: string[] = [];
      for (const [, end, name = '', empty] of picture.matchAll(/<(\/?)(\w+)(?:\s[^<>]*?)?(\/?)>/g)) {
        if (end) expect(open.pop()).toBe(name);
        else if (!empty) open.push(name);
      }
      expect(open).toEqual([]);
    }
  });

  it.each(entityTypes)('of a %s refers to ids that are unique in it', (entity) => {
    for (const picture of pictures[entity]) {
      const ids = [...picture.matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, id] of picture.matchAll(/url\(#(\w+)\)/g)) expect(ids).toContain(id);
    }
  });

  it('shows the title of about a third of the pins', () => {
    const titled = numbers.filter((number) => textsIn(pictures.pin[number] ?? '').length > 0);
    expect(titled.length / numbers.length).toBeGreaterThan(0.2);
    expect(titled.length / numbers.length).toBeLessThan(0.45);
    for (const number of titled)
      expect(demoTexts('pin', number).name).toContain(
        textsIn(pictures.pin[number] ?? '')
          .join(' ')
          .replace('…', ''),
      );
  });

  it('shows the initials of a person', () => {
    for (const number of numbers.slice(0, 50)) {
      const [first = '', last = ''] = demoPerson(number).name.split(' ');
      expect(textsIn(pictures.pinner[number] ?? '')).toEqual([`${first[0]}${last[0]}`]);
    }
  });

  it('has four motifs on the cover of a board', () => {
    for (const cover of pictures.board) expect(cover.match(/<svg /g)).toHaveLength(5);
  });

  it.each([
    ['board', demoId('board', demoSizes.board)],
    ['board', demoId('pin', 1)],
    ['pin', `${demoId('pin', 1)}0`],
    ['pin', '9'],
    ['pinner', ''],
    ['pinner', '710000000000000001'],
  ] as const)('of a %s does not exist for the id %j', (entity, id) => {
    expect(drawPicture(entity, id)).toBeNull();
  });

  it('escapes its texts', () => {
    expect(centeredText(1, 2, '<b>&"', 12, '#fff')).toBe(
      '<text x="1" y="2" font-size="12" fill="#fff" text-anchor="middle">&lt;b&gt;&amp;&quot;</text>',
    );
  });

  it.each([
    ['Roses that forgive', ['Roses that', 'forgive']],
    ['a', ['a']],
    ['Schokoladenkuchenrezepte heute', ['Schokoladenkuchenrezepte', 'heute']],
    ['one two three four five six seven eight nine ten eleven twelve', ['one two three', 'four five six', 'seven eight', 'nine ten…']],
  ])('wraps %j', (text, lines) => {
    expect(wrapText(text, 14)).toEqual(lines);
  });
});
