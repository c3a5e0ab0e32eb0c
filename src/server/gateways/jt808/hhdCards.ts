import {
  type CommandEncoder,
  type CommandSteps,
  HHD,
  REFUSED_BY_LOCK,
  type SettingValues,
  type StepResult,
  SUCCESS,
  stringArray,
} from './commandSteps';
import { uint16 } from './frames';

/** Addresses that are used: as many as the catalogue has cards. */
const ADDRESSES = Array.from({ length: 32 }, (_, address) => address);
/** Address 2, card 4, longitude 4, latitude 4, radius 2, child locks 2. */
const RULE = 18;
const CARD_DIGITS = 8;
const NO_CARD = '0'.repeat(CARD_DIGITS);

interface Rule {
  readonly address: number;
  readonly card: string;
}

/** Zeros for the place are anywhere, and for the child locks none of them. */
const ruleBytes = ({ address, card }: Rule): Buffer =>
  Buffer.concat([uint16(address), Buffer.from(card, 'hex'), Buffer.alloc(RULE - 6)]);

/** The vendor's code has a total in front of the rules, its table a total and a count: the length tells which. */
const readRules = (body: Buffer): readonly Rule[] => {
  const begin = body.length % RULE === 4 ? 4 : 2;
  return Array.from({ length: Math.floor((body.length - begin) / RULE) }, (_, i) => {
    const at = begin + i * RULE;
    return { address: body.readUInt16BE(at), card: body.toString('hex', at + 2, at + 6) };
  });
};

/** What the lock has, as the catalogue says it. */
export const cardValues = (cards: readonly string[]): SettingValues => ({ addCards: { cards } });

interface Change {
  readonly write: readonly Rule[];
  /** What the lock has after it. */
  readonly cards: readonly string[];
}

/** Reads the cards that the lock has, then does what there is to do with them. */
const withRules = (change: (taken: readonly Rule[]) => Change | string): CommandSteps => {
  const heard: Rule[] = [];
  let cards: readonly string[] = [];
  const done = (): StepResult => ({ ...SUCCESS, settings: cardValues(cards) });
  return {
    order: { message: HHD.queryCards, body: Buffer.concat(ADDRESSES.map(uint16)) },
    hear: ({ message, body }) => {
      if (message === HHD.cardsSet) return body[0] === 0 ? done() : REFUSED_BY_LOCK;
      if (message !== HHD.cardsQueried || body.length < 2) return 'waits';
      heard.push(...readRules(body));
      if (heard.length < Math.min(body.readUInt16BE(0), ADDRESSES.length)) return 'waits';
      const changed = change(heard.filter(({ card }) => card !== NO_CARD));
      if (typeof changed === 'string') return { code: 1, message: changed };
      cards = changed.cards;
      const rules = changed.write.map(ruleBytes);
      if (rules.length === 0) return done();
      const [total, count] = [uint16(rules.length), uint16(rules.length)];
      return { message: HHD.setCards, body: Buffer.concat([total, count, ...rules]) };
    },
  };
};

const numbersOf = (rules: readonly Rule[]): readonly string[] => rules.map(({ card }) => card);

const adding = (wanted: readonly string[]): CommandSteps =>
  withRules((taken) => {
    const has = numbersOf(taken);
    const fresh = [...new Set(wanted)].filter((card) => !has.includes(card));
    const free = ADDRESSES.filter((address) => !taken.some((rule) => rule.address === address));
    if (fresh.length > free.length) return `It has room for ${free.length} more cards`;
    const write = fresh.map((card, i) => ({ address: free[i] ?? 0, card }));
    return { write, cards: [...has, ...fresh] };
  });

const removing = (unwanted: readonly string[]): CommandSteps =>
  withRules((taken) => {
    const kept = taken.filter(({ card }) => !unwanted.includes(card));
    const gone = taken.filter((rule) => !kept.includes(rule));
    return {
      write: gone.map(({ address }) => ({ address, card: NO_CARD })),
      cards: numbersOf(kept),
    };
  });

/** Cards of eight digits; shorter ones are filled up with zeros, as they are printed. */
const withCards = (
  value: unknown,
  say: (cards: readonly string[]) => CommandSteps,
): CommandSteps | string => {
  const cards = stringArray(value)?.map((card) => card.trim());
  if (cards === undefined || cards.length === 0) return 'No cards are given';
  const odd = cards.find((card) => !/^\d{1,8}$/.test(card));
  return odd === undefined
    ? say(cards.map((card) => card.padStart(CARD_DIGITS, '0')))
    : `A card of this lock has at most ${CARD_DIGITS} digits, not ${odd}`;
};

export const addCards: CommandEncoder = ({ cards }) => withCards(cards, adding);
export const removeCards: CommandEncoder = ({ cards }) => withCards(cards, removing);
export const readCards: CommandEncoder = () =>
  withRules((taken) => ({ write: [], cards: numbersOf(taken) }));
