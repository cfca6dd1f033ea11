import type { ClientBase } from 'pg';
import { type KeywordBuild, MAX_KEYWORDS, MIN_KEYWORD_PINS } from '#domain/keywords/keywords';
import { BoardCounts } from '#domain/keywords/counting/board-counts';
import { KeywordCollector } from '#domain/keywords/counting/keyword-collector';
import { type KeywordFacts, keywordFacts, keywordRanks } from '#domain/keywords/counting/keyword-facts';
import { KeywordCounter } from '#domain/keywords/counting/keyword-figures';
import type { KeywordIndex } from '#domain/keywords/counting/keyword-index';
import { searchedWords } from '#domain/keywords/keyword-texts';
import { countedOrderNames } from '#domain/keywords/keyword-orders';
import { KeywordSeries } from '#domain/keywords/counting/keyword-series';
import { RelatedKeywords } from '#domain/keywords/counting/related-keywords';
import { scriptCodeOf, scriptNames } from '#domain/catalog/filters/scripts';
import { confidences } from '#domain/catalog/momentum';
import { caseFold } from '#domain/catalog/keywords/words';
import type { Day } from '#domain/days';
import { loadBoards, type LoadedPins, loadPins, loadSeries } from '#server/keywords/postgres/pin-source';
import { type Cell, copyRows } from '#server/database/copy/text-copy';
import { buildNextTables, nextTableName } from '#server/database/table-swap';

/** The keywords, and what they are searched and filtered by. */
export const keywordTables = ['keywords', 'keyword_ranks'] as const;

const pick = (ids: readonly string[], numbers: readonly number[]): string[] => numbers.map((number) => ids[number]!);

/** The columns that follow from a keyword's facts, by name. */
const factCells = (facts: KeywordFacts, { ids, boardIds, pinnerIds }: LoadedPins): Readonly<Record<string, Cell>> => ({
  pins: facts.pins,
  known_pins: facts.knownPins,
  saves: facts.saves,
  median_saves: facts.medianSaves,
  competition: facts.competition,
  momentum: facts.momentum.score,
  raw: facts.momentum.raw,
  growth: facts.momentum.growth_percent,
  confidence: confidences.indexOf(facts.momentum.confidence),
  measured_pins: facts.momentum.measuredPins,
  sparkline: facts.momentum.sparkline,
  fresh: facts.fresh,
  demand_rank: facts.demandRank,
  opportunity: facts.opportunity,
  pins_by_month: facts.pinsByMonth,
  peak: facts.peak,
  top_pins: pick(ids, facts.topPins),
  top_saves: facts.competitors.map(({ saves }) => saves),
  top_ages: facts.competitors.map(({ age_days }) => age_days),
  top_owners: facts.competitors.map(({ owner_followers }) => owner_followers),
  top_boards: pick(boardIds, facts.topBoards),
  top_pinners: pick(pinnerIds, facts.topPinners),
});

type Ranks = ReturnType<typeof keywordRanks>;

const rankCells = (ranks: Ranks, keyword: number): Readonly<Record<string, Cell>> =>
  Object.fromEntries(countedOrderNames.map((order) => [`by_${order}`, ranks[order][keyword]!]));

/** The rows of the table, one keyword at a time; its related keywords are found when its row is written. */
function* keywordRows(
  index: KeywordIndex,
  facts: readonly KeywordFacts[],
  boards: Int32Array,
  pins: LoadedPins,
  ranks: Ranks,
): Generator<Readonly<Record<string, Cell>>> {
  const relatedKeywords = new RelatedKeywords(index);
  for (let keyword = 0; keyword < index.count; keyword++) {
    const related = relatedKeywords.find(keyword);
    yield {
      _id: index.keys[keyword]!,
      name: index.names[keyword]!,
      folded: caseFold(index.names[keyword]!),
      boards: boards[keyword]!,
      ...factCells(facts[keyword]!, pins),
      related: pick(
        index.keys,
        related.map((other) => other.keyword),
      ),
      related_common: related.map(({ common }) => common),
      ...rankCells(ranks, keyword),
    };
  }
}

/** The rows of the table that keywords are searched and filtered in. */
function* selectionRows(index: KeywordIndex, facts: readonly KeywordFacts[], ranks: Ranks): Generator<Readonly<Record<string, Cell>>> {
  for (const [keyword, { pins, competition, peak }] of facts.entries()) {
    const name = index.names[keyword]!;
    const words = searchedWords(name).map((word) => `'${word.replace(/['\\]/g, '$&$&')}'`);
    const cells = { script: scriptNames[scriptCodeOf(name)] ?? null, pins, competition, peak };
    yield { _id: index.keys[keyword]!, words: words.join(' '), ...cells, ...rankCells(ranks, keyword) };
  }
}

async function fillNextTable(client: ClientBase, table: string, rows: Generator<Readonly<Record<string, Cell>>>): Promise<void> {
  const first = rows.next();
  if (first.done) return;
  const columns = Object.keys(first.value);
  function* cells(): Generator<Cell[]> {
    yield Object.values(first.value as Readonly<Record<string, Cell>>);
    for (const row of rows) yield Object.values(row);
  }
  await copyRows(client, nextTableName(table), columns, cells());
}

/** The texts of all pins are no longer needed once this returns. */
async function countPins(reader: ClientBase): Promise<{ readonly pins: LoadedPins; readonly index: KeywordIndex }> {
  const collector = new KeywordCollector();
  const pins = await loadPins(reader, collector);
  return { pins, index: collector.finish(MIN_KEYWORD_PINS, MAX_KEYWORDS) };
}

/** Counts the keywords of all pins as of a day into the next table. Pins and series are read from one snapshot of the database. */
export async function buildKeywords(reader: ClientBase, writer: ClientBase, day: Day): Promise<KeywordBuild> {
  await reader.query('begin transaction isolation level repeatable read, read only');
  const { pins, index } = await countPins(reader);
  const boards = new BoardCounts(index.keys);
  await loadBoards(reader, boards);
  const series = new KeywordSeries(index, day);
  await loadSeries(reader, series);
  await reader.query('commit');
  const facts = keywordFacts(index, new KeywordCounter(index, pins.columns, day), series);
  const ranks = keywordRanks(facts);
  await buildNextTables(writer, keywordTables, async () => {
    await fillNextTable(writer, 'keywords', keywordRows(index, facts, boards.boards, pins, ranks));
    await fillNextTable(writer, 'keyword_ranks', selectionRows(index, facts, ranks));
  });
  return { keywords: index.count, pins: index.pinCount };
}
