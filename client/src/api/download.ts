import { parseErrorResponse, networkError } from './api-error';

/** Hands a file to the browser to be kept under this name. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Fetches a file of ours and keeps it; the server's name for it wins over `name`. Throws `ApiError`. */
export async function downloadFile(url: string, fallbackName: string): Promise<void> {
  const response = await fetch(url, { credentials: 'same-origin' }).catch(() => {
    throw networkError();
  });
  if (!response.ok) throw await parseErrorResponse(response);
  const serverName = /filename="([^"/\\]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(serverName ?? fallbackName, await response.blob());
}
