import { useState } from 'react';

/** What is edited of a value, and how that is changed; it begins again whenever `version`, which stands for the value, changes. */
export function useDraft<T>(value: T, version: string): readonly [T, (draft: T) => void] {
  const [draft, setDraft] = useState(value);
  const [draftedVersion, setDraftedVersion] = useState(version);
  if (draftedVersion === version) return [draft, setDraft];
  setDraftedVersion(version);
  setDraft(value);
  return [value, setDraft];
}
