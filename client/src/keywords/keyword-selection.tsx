import { useState } from 'react';
import type { KeywordRow } from '#domain/keywords/contract';
import { keywordExportColumns } from '#domain/keywords/keyword-rows';
import { saveCsv } from '../api/download';
import { copyText } from '../site/clipboard';
import { navigate } from '../site/navigation';
import { useEntitlement, useUser } from '../site/session';
import { notify } from '../site/toast';
import { Button } from '../ui/form/button';
import { SelectionBar, useCompareSelected } from '../ui/form/selection-bar';
import { comparisonUrl } from './keyword-view';
import { removeKeywords, saveKeywords } from '../site/saved-keywords';

/** Selected keywords, which may be from several pages of a list. */
export interface SelectedKeywords {
  readonly has: (keyword: string) => boolean;
  readonly toggle: (row: KeywordRow) => void;
  readonly rows: readonly KeywordRow[];
  readonly clear: () => void;
}

/** Keeps the selected keywords of a screen. */
export function useKeywordSelection(): SelectedKeywords {
  const [rows, setRows] = useState<readonly KeywordRow[]>([]);
  const has = (keyword: string) => rows.some((row) => row.keyword === keyword);
  return {
    has,
    toggle: (row) => setRows(has(row.keyword) ? rows.filter(({ keyword }) => keyword !== row.keyword) : [...rows, row]),
    rows,
    clear: () => setRows([]),
  };
}

interface KeywordSelectionBarProps {
  readonly selection: SelectedKeywords;
  /** True: the rows are saved ones. */
  readonly isSaved: boolean;
}

/** What can be done with selected keywords. */
export function KeywordSelectionBar({ selection: { rows, clear }, isSaved }: KeywordSelectionBarProps) {
  const user = useUser();
  const canExport = useEntitlement('csv_export');
  const [busy, setBusy] = useState(false);
  const keywords = rows.map(({ keyword }) => keyword);
  const compare = useCompareSelected(rows.length, () => navigate(comparisonUrl(keywords)));
  const change = async (work: (keywords: readonly string[]) => Promise<boolean>, done: string) => {
    setBusy(true);
    if (await work(keywords)) {
      notify(done, 'success');
      clear();
    }
    setBusy(false);
  };
  if (rows.length === 0) return null;
  return (
    <SelectionBar count={rows.length} onClear={clear} note={compare.tooMany || undefined}>
      {isSaved ? (
        <Button disabled={busy} onClick={() => void change(removeKeywords, 'Removed from your saved keywords.')}>
          Remove
        </Button>
      ) : (
        user && (
          <Button disabled={busy} onClick={() => void change(saveKeywords, 'Saved to your keywords.')}>
            Save
          </Button>
        )
      )}
      {compare.button}
      <Button onClick={() => void copyText(keywords.join('\n'), 'Keywords copied.')}>Copy</Button>
      {canExport && <Button onClick={() => saveRows(rows)}>Export CSV</Button>}
    </SelectionBar>
  );
}

const saveRows = (rows: readonly KeywordRow[]): void =>
  saveCsv(
    'corklight-keywords.csv',
    keywordExportColumns,
    rows.map((row) => keywordExportColumns.map((name) => row[name] ?? null)),
  );
