import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMedia } from '../layout/use-media';

/** True while the page is printed or previewed for print. The change renders before the browser draws the page. */
export function usePrinting(): boolean {
  const onPaper = useMedia('print');
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing || onPaper;
}
