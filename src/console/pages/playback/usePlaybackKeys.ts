import { useEffect, useEffectEvent } from 'react';
import { MINUTE } from '../../../domain/duration';
import type { Track } from '../../../domain/track/track';
import type { Player } from '../../maps/playback';

/** Elements that handle keys themselves: inputs, choices, and maps that the arrow keys move. */
const TAKES_KEYS =
  'input:not([type="range"]), textarea, select, [contenteditable], [role="application"], [role="tab"], [role="listbox"], [role="combobox"], [role="menu"], [role="dialog"], .MuiToggleButtonGroup-root';
/** Elements that the space bar activates. */
const SPACE_ACTIVATED = 'button, a, summary, [role="button"], [role="switch"]';

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Controls the playback by keys: space, arrows to step and to change the rate, Home and End. */
export const usePlaybackKeys = (player: Player | null, track: Track | undefined): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!player || !track || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onMap = isWithin(event.target, '[role="application"]');
    if (
      event.key === ' ' &&
      (onMap || !isWithin(event.target, `${TAKES_KEYS}, ${SPACE_ACTIVATED}`))
    ) {
      event.preventDefault();
      player.toggle();
      return;
    }
    const act = actions[event.key];
    if (!act || isWithin(event.target, TAKES_KEYS)) return;
    event.preventDefault();
    act(player, track);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
};

const actions: Readonly<Record<string, (player: Player, track: Track) => void>> = {
  ArrowRight: (player, { at }) => player.step(at, 1),
  ArrowLeft: (player, { at }) => player.step(at, -1),
  ArrowUp: (player) => player.shift(1),
  ArrowDown: (player) => player.shift(-1),
  PageUp: (player) => player.seek(player.time - MINUTE),
  PageDown: (player) => player.seek(player.time + MINUTE),
  Home: (player) => player.seek(player.span.from),
  End: (player) => player.seek(player.span.to),
};
