import { MAX_CARDS, MAX_CHILD_LOCKS } from '../../domain/card';
import type { LockCommand, LockReply } from '../../domain/lock';
import { ownValue } from '../../domain/ownValue';
import { randomItem } from '../world/random';

/** Settings of a lock by command code, each in the form of the command's arguments. */
export type Settings = NonNullable<LockReply['values']>;

type Answer = Omit<LockReply, 'id'>;

/** Arguments that a lock never reports. It reports only that they are set. */
const SECRET: Readonly<Record<string, string>> = {
  unsealPassword: 'password',
  bluetoothKey: 'key',
  apn: 'password',
};

const hidden = (code: string, values: Readonly<Record<string, unknown>>) => {
  const secret = SECRET[code];
  return secret === undefined || !(secret in values) ? values : { ...values, [secret]: true };
};

const LISTS = { cards: 'addCards', locks: 'setChildLocks' } as const;

/** Values set by the manufacturer; `seed` varies them. */
const factorySettings = (sn: string, seed: number): Record<string, Record<string, unknown>> => ({
  unsealPassword: { password: '11111111' },
  unsealEnable: { enable: 1 },
  autoSeal: { mode: randomItem([0, 2, 3], seed, 71) },
  vibration: { value: randomItem([5, 7, 9], seed, 72) },
  parkingAlarm: { minutes: randomItem([0, 60, 120], seed, 73) },
  timeZone: { minutes: 480 },
  managementMode: { mode: 0 },
  serverAddress: { host: 'seals.example.com', port: 1883 },
  apn: { apn: randomItem(['cmiot', 'uninet', 'iot.1nce.net'], seed, 74) },
  bluetoothName: { name: sn.slice(-9) },
  bluetoothKey: { key: '000000' },
  bluetoothSwitch: { on: true },
  addCards: { cards: [] },
  setChildLocks: { locks: [] },
});

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/**
 * Creates the settings of a simulated lock.
 * @param seed varies the factory settings
 * @param initial settings that survived from an earlier run
 */
export const createLockSettings = (sn: string, seed: number, initial: Settings = {}) => {
  const current = { ...factorySettings(sn, seed), ...initial };
  const listOf = (name: keyof typeof LISTS) => textsIn(current[LISTS[name]]?.[name]);
  const keep = (name: keyof typeof LISTS, list: readonly string[]): Answer => {
    const max = name === 'cards' ? MAX_CARDS : MAX_CHILD_LOCKS;
    if (list.length > max) return { code: 4, msg: `No room for more than ${max}` };
    current[LISTS[name]] = { [name]: [...list] };
    return { code: 0 };
  };
  const reportSettings = (codes: readonly string[]): Answer => ({
    code: 0,
    values: Object.fromEntries(codes.map((code) => [code, hidden(code, current[code] ?? {})])),
  });
  const special: Readonly<Record<string, (args: LockCommand['args']) => Answer>> = {
    addCards: ({ cards }) => keep('cards', [...new Set([...listOf('cards'), ...textsIn(cards)])]),
    removeCards: ({ cards }) => {
      const removed = textsIn(cards);
      return keep(
        'cards',
        listOf('cards').filter((card) => !removed.includes(card)),
      );
    },
    clearCards: () => keep('cards', []),
    readCards: () => reportSettings([LISTS.cards]),
    setChildLocks: ({ locks }) => keep('locks', textsIn(locks)),
    readChildLocks: () => reportSettings([LISTS.locks]),
    readSettings: () => reportSettings(Object.keys(current)),
    factoryReset: () => {
      Object.assign(current, factorySettings(sn, seed));
      return { code: 0 };
    },
  };
  return {
    /** Applies a command to the settings; undefined if the command concerns something else. */
    apply: ({ cmd, args }: Pick<LockCommand, 'cmd' | 'args'>): Answer | undefined => {
      const own = ownValue(special, cmd);
      if (own) return own(args);
      if (!Object.hasOwn(current, cmd)) return undefined;
      current[cmd] = { ...args };
      return { code: 0 };
    },
    /** True if the card is on the lock's list. */
    knows: (card: string) => listOf('cards').includes(card),
    cards: () => listOf('cards'),
    /** True if unsealing is enabled. */
    unsealable: () => current.unsealEnable?.enable !== 2,
  };
};
