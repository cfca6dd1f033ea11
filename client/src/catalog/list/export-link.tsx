import { useRef, useState } from 'react';
import { MAX_EXPORT_ROWS } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { endpointUrl } from '../../api/api';
import { ApiError } from '../../api/api-error';
import { downloadFile } from '../../api/download';
import { notify } from '../../site/toast';
import { Button, buttonClass } from '../../ui/form/button';
import { useList } from './use-list';

/** Downloads the whole list as CSV with the current keywords, filters, and order, and cancels it. */
export function ExportLink() {
  const { variant, search, page } = useList();
  const { query, filters, order_by, sort, metric, period } = search;
  const [download, setDownload] = useState<AbortController | null>(null);
  const hasBegun = useRef(false);
  // The link and the button take each other's place.
  const keepFocus = (element: HTMLElement | null) => {
    if (hasBegun.current && document.activeElement === document.body) element?.focus({ preventScroll: true });
  };
  const url = endpointUrl('GET /exports/:variant', { params: { variant }, query: { query, ...filters, order_by, sort, metric, period } });
  const mayBeTruncated = page !== null && page.total > MAX_EXPORT_ROWS;
  const exportCsv = async () => {
    const controller = new AbortController();
    hasBegun.current = true;
    setDownload(controller);
    await downloadFile(url, `corklight-${variant}.csv`, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) notify(error instanceof ApiError ? error.message : "We couldn't save the file.", 'error');
    });
    setDownload(null);
  };
  if (page?.total === 0) {
    return (
      <Button disabled data-testid="export-csv">
        Export CSV
      </Button>
    );
  }
  if (download) {
    return (
      // The second click of a double click on Export is not meant for this button.
      <Button ref={keepFocus} onClick={({ detail }) => detail < 2 && download.abort()}>
        Cancel export
      </Button>
    );
  }
  return (
    <a
      ref={keepFocus}
      className={buttonClass()}
      href={url}
      download
      data-testid="export-csv"
      // Downloaded by script, so that an error response is shown instead of saved.
      onClick={(event) => {
        event.preventDefault();
        void exportCsv();
      }}
    >
      Export CSV{mayBeTruncated && ` (first ${wholeNumber(MAX_EXPORT_ROWS)} rows)`}
    </a>
  );
}
