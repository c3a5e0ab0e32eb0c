import type { Locale } from '../../../domain/label';
import { languages } from '../../i18n';

/** Hz of the two tones of an alarm, one after the other. */
const TONES = [880, 660];
/** Seconds of each. */
const TONE = 0.18;

let audio: AudioContext | undefined;

/** Two short tones. A browser in which nobody has pressed anything yet stays silent. */
export const playTones = (): void => {
  audio ??= new AudioContext();
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

/** Says a text aloud where the browser can speak; what was being said before is cut short, so that nothing piles up. */
export const say = (text: string, locale: Locale): void => {
  const { speechSynthesis: voice } = globalThis;
  if (!voice) return;
  voice.cancel();
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = languages[locale].tag;
  voice.speak(spoken);
};
