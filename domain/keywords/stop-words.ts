import { stopwords as arabic } from '@orama/stopwords/arabic';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as indonesian } from '@orama/stopwords/indonesian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as turkish } from '@orama/stopwords/turkish';

/** What the list lacks and titles begin or end with: `Dinner without fuss`, `Get ready`. */
const moreEnglish: readonly string[] =
  `across also among around even ever every get gets getting go goes going got just let lets like many may much never one
  per please really still via want wants way within without yes yet
  amp com html http https net org www`.split(/\s+/);

/** Words that praise or instruct: a phrase of them alone is no keyword, but `make money` is. */
export const generalWords: ReadonlySet<string> = new Set(
  `best better buy check click details find found free good great image know link links made make makes making need new now part perfect pin
  pins pinterest post product products read see shop top try use used using visit visiting`.split(/\s+/),
);

/** Words that say too little alone: no keywords by themselves, but part of some, as of `plus size`. */
export const lonelyWords: ReadonlySet<string> = new Set(
  `add additional always amazing available awesome back bad big bring choose collection come comes cool cover create day days different
  discover double easily easy enjoy everything everyone extra favorite favorites featured features featuring feel first follow front full fun
  get gets give gives gorgeous happy help helps high included includes item items keep large latest learn life list little long look looking
  looks lot low name nice old open original page pair people personal piece place plus popular pretty put ready really right say set shape
  show side simple size small something special start step super sure take tell thing things think time today two type unique update upper
  want ways wear wearing well woman wonderful work works world year years`.split(/\s+/),
);

/** Words of disclosures of advertising: a phrase with two of them is no keyword, nor one without a meaning beside; `affiliate marketing` is. */
export const disclosureWords: ReadonlySet<string> = new Set(
  `ad ads aff affiliate affiliatelink affiliatelinks affiliates commission commissions compensation contains disclaimer disclosure earn earns
  link links percentage purchase purchased purchases qualifying receive receives sales sponsored`.split(/\s+/),
);

/** English comes first: its stop words are left out of every text. */
const lists = [
  [...english, ...moreEnglish],
  spanish,
  portuguese,
  french,
  german,
  italian,
  dutch,
  swedish,
  danish,
  norwegian,
  finnish,
  romanian,
  turkish,
  indonesian,
  russian,
  arabic,
] as const;

const STOP_WORD_LANGUAGES = lists.length;

/** The bit of English among the languages of a stop word. */
const ENGLISH_BIT = 1;

/** A text shows a language by at least this many different stop words of it that are not English. */
const MIN_SHOWN_STOP_WORDS = 2;

/** The languages of each stop word of two letters or more, one bit each. `don’t` is two words here, as it is in the texts of pins. */
const languagesOfWord: ReadonlyMap<string, number> = new Map(
  lists
    .flatMap((list, language) => list.flatMap((word) => word.split(/['’]/).map((part) => [part.toLowerCase(), 1 << language] as const)))
    .filter(([word]) => word.length > 1)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .reduce((words, [word, language]) => words.set(word, (words.get(word) ?? 0) | language), new Map<string, number>()),
);

/** The languages that a word is a stop word of, one bit each; 0 for none. */
export const stopWordLanguages = (word: string): number => languagesOfWord.get(word) ?? 0;

/** The languages whose stop words are left out of a text, from the languages of its different stop words: English, and each that it shows. */
export function languagesOfText(languages: Iterable<number>): number {
  const shown = new Uint16Array(STOP_WORD_LANGUAGES);
  for (const bits of languages) {
    if ((bits & ENGLISH_BIT) !== 0) continue;
    for (let language = 0; language < STOP_WORD_LANGUAGES; language++) shown[language]! += (bits >> language) & 1;
  }
  return shown.reduce((all, count, language) => (count >= MIN_SHOWN_STOP_WORDS ? all | (1 << language) : all), ENGLISH_BIT);
}
