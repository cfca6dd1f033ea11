import { useEffect } from 'react';
import { preconnect } from 'react-dom';
import { useSnapshot } from 'valtio';
import { useSettings } from '../api/settings';
import { readStored, store } from './storage';
import { createStore } from '../api/store';

const PICTURES_KEY = 'pictures';
const NO_HOSTS: readonly string[] = [];

/** What a browser says about the connection; few do. */
interface Connection {
  readonly saveData?: boolean | undefined;
}

/** Whether pictures of other sites are shown at first: as chosen in this browser, else unless it saves data. */
export function initiallyShown(connection: Connection | undefined): boolean {
  const choice = readStored(PICTURES_KEY);
  return choice === null ? !connection?.saveData : choice === 'on';
}

/** Whether pictures of other sites are shown in this browser. */
export const pictures = createStore(() => ({ areShown: initiallyShown((navigator as { readonly connection?: Connection }).connection) }));

/** Shows or hides the pictures of other sites in this browser. */
export function setPicturesShown(areShown: boolean): void {
  pictures.areShown = areShown;
  store(PICTURES_KEY, areShown ? 'on' : 'off');
}

/** The hosts that pictures may be loaded from; none while they are switched off. */
export function usePictureHosts(): readonly string[] {
  const { image_hosts: hosts } = useSettings();
  const { areShown } = useSnapshot(pictures);
  return areShown ? hosts : NO_HOSTS;
}

/** Connects to the first host of pictures while the rows load, for screens that show them. The demo has pictures of its own. */
export function usePicturePreconnect(): void {
  const { demo: isDemo } = useSettings();
  const [host] = usePictureHosts();
  useEffect(() => {
    if (host !== undefined && !isDemo) preconnect(`https://${host}`);
  }, [host, isDemo]);
}
