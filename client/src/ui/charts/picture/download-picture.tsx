import type { RefObject } from 'react';
import { notify } from '../../../site/toast';
import { Button } from '../../form/button';
import { saveDrawings } from './save-drawing';

interface DownloadPictureProps {
  /** The element with the SVGs of the chart. */
  readonly chart: RefObject<HTMLElement | null>;
  readonly fileName: string;
}

/** Saves a chart as PNG. */
export function DownloadPicture({ chart, fileName }: DownloadPictureProps) {
  const save = async () => {
    try {
      await saveDrawings([...(chart.current?.querySelectorAll('svg') ?? [])], fileName);
    } catch {
      notify("We couldn't make the picture. Your browser may not allow it.", 'error');
    }
  };
  return (
    <Button kind="quiet" onClick={() => void save()}>
      Download PNG
    </Button>
  );
}
