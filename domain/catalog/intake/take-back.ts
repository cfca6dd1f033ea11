import type { TakeBackCounts } from '#domain/catalog/intake/contract';
import { variantNouns, variantOf } from '#domain/catalog/variants';
import { formatCount } from '#domain/numbers';

const nounsOf = (kind: TakeBackCounts['kind']) =>
  kind === 'keyword' ? { one: 'keyword', many: 'keywords' } : variantNouns[variantOf[kind]];

/** What taking an import back does to one kind of its rows: `2 boards go, 1 board stays with what other imports gave`. */
export function takeBackText({ kind, removed, restored }: TakeBackCounts): string {
  const { one, many } = nounsOf(kind);
  const goes = kind === 'keyword' ? ['loses what it gave', 'lose what it gave'] : ['goes', 'go'];
  const parts = [
    removed > 0 && formatCount(removed, `${one} ${goes[0]}`, `${many} ${goes[1]}`),
    restored > 0 && formatCount(restored, `${one} stays with what other imports gave`, `${many} stay with what other imports gave`),
  ];
  return parts.filter(Boolean).join(', ');
}
