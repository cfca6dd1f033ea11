import { useState } from 'react';
import type { ColumnChoices, HeldOptions, ImportPreview } from '#domain/catalog/intake/contract';
import { hasNothingToImport } from '#domain/catalog/intake/preview';
import type { FileKind } from '#domain/catalog/import/import-row';
import { api } from '../api/api';
import { useEndpoint } from '../api/resource';
import { useQueuedSubmission } from '../ui/form/use-submission';

type Change = (preview: ImportPreview) => ImportPreview;

/** A reason as a sentence: some end with a period, some without. */
export const reasonSentence = (reason: string): string => `${reason.replace(/\.$/, '')}.`;

/** The preview of a received file, which its card loads; its row in the list knows it from there. */
const usePreview = (id: number, isLoaded: boolean) =>
  useEndpoint('GET /imports/:id/preview', { params: { id: String(id) } }, { isEnabled: isLoaded });

/** Why a received file cannot be imported as it is, a sentence; null if it can be, or as long as no card has loaded its preview. */
export function useRefusal(id: number): string | null {
  const { data } = usePreview(id, false);
  if (data === null) return null;
  return data.refusal ?? (hasNothingToImport(data) ? `${data.findings[0] ?? ''}.` : null);
}

/** The preview of a received file, and choices about it. A choice shows at once, and is sent when those before it are saved. */
export function useHeldPreview(id: number, onSaved: () => void) {
  const params = { id: String(id) };
  const { data, error, reload, setData } = usePreview(id, true);
  const submission = useQueuedSubmission();
  const [unsaved, setUnsaved] = useState<readonly Change[]>([]);
  const save = (change: Change, send: () => Promise<ImportPreview>) => {
    setUnsaved((before) => [...before, change]);
    void submission.run(async () => {
      try {
        setData(await send());
        setUnsaved(([, ...later]) => later);
        onSaved();
      } catch (thrown) {
        // Those that wait are not sent either.
        setUnsaved([]);
        throw thrown;
      }
    });
  };
  const change = (body: Partial<HeldOptions>) =>
    save(
      (before) => ({ ...before, options: { ...before.options, ...body } }),
      () => api('PATCH /imports/:id', { params, body }),
    );
  const choose = (kind: FileKind, columns: ColumnChoices['columns']) => {
    const uses = new Map(columns.map(({ name, use }) => [name, use]));
    save(
      (before) => ({ ...before, kind, columns: before.columns.map((column) => ({ ...column, use: uses.get(column.name) ?? column.use })) }),
      () => api('PUT /imports/:id/columns', { params, body: { kind, columns: [...columns] } }),
    );
  };
  return { preview: data && unsaved.reduce((before, apply) => apply(before), data), error, reload, submission, change, choose };
}
