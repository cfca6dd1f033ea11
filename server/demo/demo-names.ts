import type { SeededRandom } from '#server/demo/seeded-random';

const firstNames =
  'Mira|Jonas|Ada|Theo|Lena|Noor|Ines|Petra|Aiko|Sanne|Ravi|Wanda|Olive|Bruno|Clara|Felix|Greta|Hanna|Ivo|Juna|Kaya|Lorenz|Maren|Nils|Oda|Pia|Quinn|Rosa|Selma|Tilda|Uma|Vera|Willa|Yara|Zoe'.split(
    '|',
  );
const lastNames =
  'Alder|Birch|Calloway|Darrow|Ellery|Fenwick|Garland|Hollis|Inskeep|Juniper|Kestrel|Larkin|Marlow|Nettle|Orchard|Pemberly|Quill|Rowan|Sorrel|Thistle|Underhill|Vale|Wren|Yarrow'.split(
    '|',
  );
const usernameSuffixes = 'makes|pins|at_home|studio|and_co|collects|daily|letters|garden|kitchen|notes|outdoors|paper|threads'.split('|');
const titleFrames =
  '%s ideas|%s ideas on a budget|%s for beginners|%s inspiration|%s step by step|easy %s ideas|best %s tips|simple %s checklist|how to plan %s|%s before and after'.split(
    '|',
  );
const titleMoods = 'my favorites|quick and easy|saved|the best|new each week|for every day'.split('|');
const titleEndings = '|2026|Part 1|Part 2|Part 3|New'.split('|');

export interface DemoPerson {
  readonly name: string;
  readonly username: string;
}

/** An invented person; the number makes the username unique. */
export function makePerson(random: SeededRandom, number: number): DemoPerson {
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  return { name: `${firstName} ${lastName}`, username: `${firstName}_${random.pick(usernameSuffixes)}_${number}`.toLowerCase() };
}

/** `Small bedroom ideas on a budget`: titles about a subject, which share its words as titles on Pinterest do. */
export const titlesAbout = (subject: string): string[] =>
  titleFrames.map((frame) => frame.replace('%s', subject)).map((title) => title.charAt(0).toUpperCase() + title.slice(1));

/** A title, not necessarily unique: boards and pins of a topic share words, as real ones do. English titles may get a suffix after a dash. */
export function makeTitle(random: SeededRandom, base: string, isEnglish: boolean): string {
  const mood = random.withProbability(0.35) ? random.pick(titleMoods) : '';
  const ending = random.withProbability(0.4) ? random.pick(titleEndings) : '';
  const suffix = mood === '' ? ending : mood;
  const text = isEnglish && suffix !== '' ? `${base} – ${suffix}` : base;
  return random.withProbability(0.03) ? `${text} ✨` : text;
}
