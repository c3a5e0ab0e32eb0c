import { dayOf } from '../../../domain/figures';
import { nextDay } from '../../../domain/track/day';
import { useDocumentEvent } from '../../app/keyboard';
import { dayChooser } from './PlaybackBar';
import type { Playback } from './usePlayback';

/** Elements that handle keys themselves: inputs, choices, and maps that the arrow keys move. */
const TAKES_KEYS =
  'input:not([type="range"]), textarea, select, [contenteditable], [role="application"], [role="tab"], [role="listbox"], [role="combobox"], [role="menu"], [role="dialog"], .MuiToggleButtonGroup-root';
/** Elements that the space bar activates. */
const SPACE_ACTIVATED = 'button, a, summary, [role="button"], [role="switch"]';

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/**
 * Controls the playback by keys: space, arrows to step and to change the rate, with Shift from journey to journey, Home
 * and End of the day, PageUp and PageDown by a frame, brackets by a day.
 * @param moments times of the records to step through, sorted
 */
export const usePlaybackKeys = (playback: Playback, moments: Float64Array): void => {
  const { player, day } = playback;
  useDocumentEvent('keydown', (event) => {
    if (!day || event.defaultPrevented) return;
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
    const act = actions[`${event.shiftKey ? 'Shift+' : ''}${event.key}`];
    if (!act || isWithin(event.target, TAKES_KEYS)) return;
    event.preventDefault();
    act(playback, moments);
  });
};

const stepFrame = ({ player, frame }: Playback, by: 1 | -1) => {
  if (frame) player.seek(player.time + by * (frame.to - frame.from));
};

const stepDay = (playback: Playback, by: 1 | -1) => {
  if (playback.day) dayChooser(playback)(dayOf(nextDay(playback.day, by).from));
};

const stepJourney = ({ player, journeys }: Playback, by: 1 | -1) =>
  player.step(
    Float64Array.from(journeys, ({ from }) => from),
    by,
  );

const actions: Readonly<Record<string, (playback: Playback, moments: Float64Array) => void>> = {
  ArrowRight: ({ player }, moments) => player.step(moments, 1),
  ArrowLeft: ({ player }, moments) => player.step(moments, -1),
  ArrowUp: ({ player }) => player.shift(1),
  ArrowDown: ({ player }) => player.shift(-1),
  'Shift+ArrowRight': (playback) => stepJourney(playback, 1),
  'Shift+ArrowLeft': (playback) => stepJourney(playback, -1),
  PageUp: (playback) => stepFrame(playback, -1),
  PageDown: (playback) => stepFrame(playback, 1),
  Home: ({ player }) => player.seek(player.span.from),
  End: ({ player }) => player.seek(player.span.to),
  '[': (playback) => stepDay(playback, -1),
  ']': (playback) => stepDay(playback, 1),
};
