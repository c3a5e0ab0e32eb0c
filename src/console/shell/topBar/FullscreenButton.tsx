import FullscreenIcon from '@mui/icons-material/Fullscreen';
import FullscreenExitIcon from '@mui/icons-material/FullscreenExit';
import { useNotify, useTranslate } from 'ra-core';
import { useSyncExternalStore } from 'react';
import { BarButton } from './BarButton';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** The whole screen for the console, and back; the Escape key does it too, so the browser is asked how it is. */
export const FullscreenButton = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = async () => {
    try {
      if (isFull) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      notify('shell.fullscreen.unsupported', { type: 'warning', autoHideDuration: 3_000 });
    }
  };
  return (
    <BarButton
      label={translate(isFull ? 'shell.fullscreen.leave' : 'shell.fullscreen.enter')}
      onClick={() => void toggle()}
    >
      {isFull ? <FullscreenExitIcon /> : <FullscreenIcon />}
    </BarButton>
  );
};
