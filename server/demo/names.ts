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
const mood = 'my favourites|quick and easy|saved|the best|new each week|for every day'.split('|');
const ending = '|2026|Part 1|Part 2|Part 3|New'.split('|');

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

/**
 * A title that no other one need be unlike: boards and pins of one topic share words, as real ones do. What is added stands behind a
 * dash, so that it goes with any title; to one in another language nothing English is added.
 */
export function title(chance: Chance, base: string, isEnglish: boolean): string {
  const how = chance.happens(0.35) ? chance.pick(mood) : '';
  const which = chance.happens(0.4) ? chance.pick(ending) : '';
  const after = how === '' ? which : how;
  const text = isEnglish && after !== '' ? `${base} – ${after}` : base;
  return chance.happens(0.03) ? `${text} ✨` : text;
}
