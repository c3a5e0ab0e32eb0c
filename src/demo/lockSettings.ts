import { MAX_CARDS, MAX_CHILD_LOCKS } from '../domain/card';
import type { LockCommand, LockReply } from '../domain/lock';
import { randomItem } from './traits';

/** What a lock keeps of what it is told, by the command's code and shaped as its arguments. */
export type Settings = NonNullable<LockReply['values']>;

type Answer = Omit<LockReply, 'id'>;
type Told = Pick<LockCommand, 'cmd' | 'args'>;

interface LockSettings {
  /** Does what a command says of settings; undefined for one that is about something else. */
  obey(command: Told): Answer | undefined;
  /** Whether a card was put on its list. */
  knows(card: string): boolean;
  /** Cards on its list. */
  cards(): readonly string[];
  /** Whether it may be unsealed. */
  unsealable(): boolean;
}

/** What a lock never says again: that there is one is all it tells. */
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

/** As a lock leaves its maker. */
const fromTheBox = (sn: string, seed: number): Record<string, Record<string, unknown>> => ({
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
 * The settings of a simulated lock.
 * @param seed decides what its maker gave it
 * @param kept what it was told in an earlier life, as far as anybody remembers
 */
export const createLockSettings = (sn: string, seed: number, kept: Settings = {}): LockSettings => {
  const has = { ...fromTheBox(sn, seed), ...kept };
  const listOf = (name: keyof typeof LISTS) => textsIn(has[LISTS[name]]?.[name]);
  const keep = (name: keyof typeof LISTS, list: readonly string[]): Answer => {
    const most = name === 'cards' ? MAX_CARDS : MAX_CHILD_LOCKS;
    if (list.length > most) return { code: 4, msg: `No room for more than ${most}` };
    has[LISTS[name]] = { [name]: [...list] };
    return { code: 0 };
  };
  const told = (codes: readonly string[]): Answer => ({
    code: 0,
    values: Object.fromEntries(codes.map((code) => [code, hidden(code, has[code] ?? {})])),
  });
  const special: Readonly<Record<string, (args: LockCommand['args']) => Answer>> = {
    addCards: ({ cards }) => keep('cards', [...new Set([...listOf('cards'), ...textsIn(cards)])]),
    removeCards: ({ cards }) => {
      const gone = textsIn(cards);
      return keep(
        'cards',
        listOf('cards').filter((card) => !gone.includes(card)),
      );
    },
    clearCards: () => keep('cards', []),
    readCards: () => told([LISTS.cards]),
    setChildLocks: ({ locks }) => keep('locks', textsIn(locks)),
    readChildLocks: () => told([LISTS.locks]),
    readSettings: () => told(Object.keys(has)),
    factoryReset: () => {
      Object.assign(has, fromTheBox(sn, seed));
      return { code: 0 };
    },
  };
  return {
    obey: ({ cmd, args }) => {
      const own = special[cmd];
      if (own) return own(args);
      if (!Object.hasOwn(has, cmd)) return undefined;
      has[cmd] = { ...args };
      return { code: 0 };
    },
    knows: (card) => listOf('cards').includes(card),
    cards: () => listOf('cards'),
    unsealable: () => has.unsealEnable?.enable !== 2,
  };
};
