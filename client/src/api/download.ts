import { type CsvCell, toCsv } from '#domain/csv';
import { SECOND_MS } from '#domain/durations';
import { parseErrorResponse, networkError } from './api-error';

const REVOKE_AFTER_MS = 10 * SECOND_MS;

/** Saves a file through the browser. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // By then the browser has read the content.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}

/** Saves a table as a CSV file. */
export const saveCsv = (name: string, header: readonly string[], rows: readonly (readonly CsvCell[])[]): void =>
  saveFile(name, new Blob([toCsv(header, rows)], { type: 'text/csv;charset=utf-8' }));

/** Downloads a file from the server and saves it under the server's file name, else the fallback. Throws `ApiError`. */
export async function downloadFile(url: string, fallbackName: string, signal?: AbortSignal): Promise<void> {
  const response = await fetch(url, { credentials: 'same-origin', signal: signal ?? null }).catch(() => {
    throw networkError();
  });
  if (!response.ok) throw await parseErrorResponse(response);
  const serverName = /filename="([^"/\\]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(serverName ?? fallbackName, await response.blob());
}
