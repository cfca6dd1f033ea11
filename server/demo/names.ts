import type { Chance } from '#server/demo/random';

const first =
  'Mira|Jonas|Ada|Theo|Lena|Noor|Ines|Petra|Aiko|Sanne|Ravi|Wanda|Olive|Bruno|Clara|Felix|Greta|Hanna|Ivo|Juna|Kaya|Lorenz|Maren|Nils|Oda|Pia|Quinn|Rosa|Selma|Tilda|Uma|Vera|Willa|Yara|Zoe'.split(
    '|',
  );
const last =
  'Alder|Birch|Calloway|Darrow|Ellery|Fenwick|Garland|Hollis|Inskeep|Juniper|Kestrel|Larkin|Marlow|Nettle|Orchard|Pemberly|Quill|Rowan|Sorrel|Thistle|Underhill|Vale|Wren|Yarrow'.split(
    '|',
  );
const trade = 'makes|pins|at_home|studio|and_co|collects|daily|letters|garden|kitchen|notes|outdoors|paper|threads'.split('|');
const mood = 'Cosy|Simple|Modern|Vintage|Easy|Bright|Slow|Tiny|Classic|Favourite|Little|Everyday|Seasonal|Natural'.split('|');
const ending = '|for beginners|2026|to try|we love|on a budget|step by step|inspiration|collection|ideas'.split('|');

export interface Person {
  readonly name: string;
  readonly username: string;
}

/** An invented person; the number keeps every user name apart. */
export function person(chance: Chance, number: number): Person {
  const given = chance.pick(first);
  const family = chance.pick(last);
  return { name: `${given} ${family}`, username: `${given}_${chance.pick(trade)}_${number}`.toLowerCase() };
}

/** A title that no other one need be unlike: boards and pins of one topic share words, as real ones do. */
export function title(chance: Chance, base: string): string {
  const before = chance.happens(0.35) ? `${chance.pick(mood)} ` : '';
  const after = chance.happens(0.4) ? ` ${chance.pick(ending)}` : '';
  const text = `${before}${before === '' ? base : `${base.charAt(0).toLowerCase()}${base.slice(1)}`}${after}`.trim();
  return chance.happens(0.03) ? `${text} ✨` : text;
}
