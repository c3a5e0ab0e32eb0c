import { useEffect } from 'react';
import type { DeviceMode } from '../../theme';

/** A phone that is to show the layout of a desk draws it this wide, px, and lets it be zoomed. */
const DESK = 1200;

/** Tells a phone how wide the page is; a desk does not listen. */
export const useViewport = (device: DeviceMode): void => {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
    if (!meta || device !== 'desktop') return;
    const own = meta.content;
    meta.content = `width=${DESK}`;
    return () => {
      meta.content = own;
    };
  }, [device]);
};
