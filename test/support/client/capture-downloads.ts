import { jest } from '@jest/globals';

/** Captures saved files by name and text. */
export function captureDownloads(): { readonly names: string[]; readonly text: (index: number) => Promise<string> } {
  const blobs: Blob[] = [];
  const names: string[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
    revokeObjectURL: () => {},
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const text = (index: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const blob = blobs[index];
      if (!blob) return reject(new Error('No such file.'));
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
      reader.readAsText(blob);
    });
  return { names, text };
}
