/** Frequencies of the two tones of an alarm, Hz. */
const TONES = [880, 660];
/** Duration of each tone, seconds. */
const TONE = 0.18;

let audio: AudioContext | undefined;

const GESTURES = ['pointerdown', 'keydown'] as const;

/**
 * Creates the audio context at the operator's first gesture. Browsers keep an earlier one silent, and warn in the
 * console.
 * @returns a function that stops waiting for the gesture
 */
export const prepareTones = (): (() => void) => {
  const stop = () => {
    for (const gesture of GESTURES) removeEventListener(gesture, prepare, true);
  };
  const prepare = () => {
    audio ??= new AudioContext();
    stop();
  };
  if (audio) return () => {};
  for (const gesture of GESTURES) addEventListener(gesture, prepare, true);
  return stop;
};

/** Plays two short tones; none before the first gesture. */
export const playTones = (): void => {
  if (!audio) return;
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
  const gain = audio.createGain();
  gain.gain.value = 0.15;
  gain.connect(audio.destination);
  for (const [at, tone] of TONES.entries()) {
    const oscillator = audio.createOscillator();
    oscillator.frequency.value = tone;
    oscillator.connect(gain);
    const start = audio.currentTime + at * TONE;
    oscillator.start(start);
    oscillator.stop(start + TONE);
  }
};
