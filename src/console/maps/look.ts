import type { AlarmSeverity } from '../../domain/alarm';
import type { LockStatus } from '../../domain/lock';
import { alarmColours, lockColours } from '../look/palette';
import { FONT } from '../look/theme';

export interface MapColours {
  readonly dark: boolean;
  readonly sea: string;
  readonly land: string;
  readonly coast: string;
  readonly urban: string;
  readonly river: string;
  readonly border: string;
  readonly graticule: string;
  readonly label: string;
  readonly country: string;
  /** Names and signs of ports and airports. */
  readonly harbour: string;
  readonly labelHalo: string;
  /** One per lock state, distinct with any colour vision deficiency; the shapes differ too. */
  readonly states: { readonly [status in LockStatus]: string };
  /** Signs on a filled marker. */
  readonly glyph: string;
  /** Outer edge that sets a marker off from any map. */
  readonly rim: string;
  /** Inside of a hollow marker. */
  readonly paper: string;
  readonly alarms: { readonly [severity in AlarmSeverity]: string };
  readonly selection: string;
  readonly shadow: string;
}

const light: MapColours = {
  dark: false,
  sea: '#e1ebf2',
  land: '#faf9f5',
  coast: '#bccad6',
  urban: '#efe8db',
  river: '#bcd5e6',
  border: '#b39fb9',
  graticule: 'rgba(52, 92, 128, 0.10)',
  label: '#47545f',
  country: '#846f8d',
  harbour: '#2f6690',
  labelHalo: 'rgba(255, 255, 255, 0.85)',
  states: lockColours.light,
  glyph: '#ffffff',
  rim: '#ffffff',
  paper: '#ffffff',
  alarms: alarmColours('light'),
  selection: '#0b1f33',
  shadow: 'rgba(15, 35, 55, 0.35)',
};

const dark: MapColours = {
  dark: true,
  sea: '#0d1822',
  land: '#1c2935',
  coast: '#3a5064',
  urban: '#2b3843',
  river: '#3a6a8c',
  border: '#66587a',
  graticule: 'rgba(150, 190, 225, 0.07)',
  label: '#a7b8c8',
  country: '#8d7ea3',
  harbour: '#6fa8d4',
  labelHalo: 'rgba(10, 18, 26, 0.85)',
  states: lockColours.dark,
  glyph: '#06121c',
  rim: '#0d1822',
  paper: '#152330',
  alarms: alarmColours('dark'),
  selection: '#ffffff',
  shadow: 'rgba(0, 0, 0, 0.6)',
};

export const mapColours = (mode: 'light' | 'dark'): MapColours => (mode === 'dark' ? dark : light);

export const MAP_FONT = FONT;
