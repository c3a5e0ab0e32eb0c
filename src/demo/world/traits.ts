/** Reaction of a simulated lock to commands. */
export type Behaviour = 'normal' | 'silent' | 'refuses' | 'asleep';

export interface Traits {
  /** After a remote unseal it is opened by hand, and closed some minutes later. */
  opened?: true;
  poorGps?: true;
  /** Its battery stays under 15 %. */
  lowBattery?: true;
  /** Reports vibration now and then. */
  shaken?: true;
  /** Reports an illegal unlock now and then. */
  tampered?: true;
  /** Stands open on the road and reports it: an operator has to act. */
  unruly?: true;
  /** In a demo with history, switched off some days ago and silent since. */
  away?: true;
  /** Opened and closed by card while it waits at a gate. */
  carded?: true;
}

interface Special extends Traits {
  behaviour?: Behaviour;
}

/**
 * Special locks by the last two digits of the serial number, 00 to 49; 50 to 99 repeat them. A fleet of 50 therefore
 * has one of each, and SD2600007 is silent in every fleet.
 */
const specials: Readonly<Record<number, Special>> = {
  7: { behaviour: 'silent' },
  8: { behaviour: 'refuses' },
  9: { behaviour: 'asleep' },
  34: { behaviour: 'asleep' },
  11: { poorGps: true },
  36: { poorGps: true },
  13: { shaken: true },
  38: { shaken: true },
  14: { tampered: true },
  16: { lowBattery: true },
  6: { unruly: true },
  48: { away: true, carded: true },
  5: { opened: true },
  15: { opened: true },
  25: { opened: true },
  35: { opened: true },
  45: { opened: true },
};

/** Locks 01 to 04 and 51 to 54 obey and have no traits. */
const PLAIN: readonly number[] = [1, 2, 3, 4];

const specialOf = (sn: string): Special => {
  const ending = Number(sn.slice(-2)) % 50;
  return specials[ending] ?? (PLAIN.includes(ending) ? {} : { carded: true });
};

export const behaviourOf = (sn: string): Behaviour => specialOf(sn).behaviour ?? 'normal';

export const traitsOf = (sn: string): Traits => {
  const { behaviour: _, ...traits } = specialOf(sn);
  return traits;
};
