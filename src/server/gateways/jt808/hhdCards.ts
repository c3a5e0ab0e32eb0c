import type { SettingValues } from '../protocolFamily';
import { DOWN, UP } from './codes';
import {
  ask,
  type CommandEncoder,
  type MessageSteps,
  REFUSED_BY_LOCK,
  SUCCESS,
  stringArray,
} from './commandSteps';
import { uint16 } from './frames';

/** Card slots in use: as many as the catalogue allows cards. */
const ADDRESSES = Array.from({ length: 32 }, (_, address) => address);
/** Bytes of a rule: address 2, card 4, longitude 4, latitude 4, radius 2, child locks 2. */
const RULE = 18;
const CARD_DIGITS = 8;
const NO_CARD = '0'.repeat(CARD_DIGITS);

interface Rule {
  readonly address: number;
  readonly card: string;
}

/** Encodes a rule that applies anywhere (position 0) and to no child lock (mask 0). */
const ruleBytes = ({ address, card }: Rule): Buffer =>
  Buffer.concat([uint16(address), Buffer.from(card, 'hex'), Buffer.alloc(RULE - 6)]);

/**
 * Decodes rules after a total, or after a total and a count. The manufacturer's code and its documentation differ;
 * the length decides.
 */
const readRules = (body: Buffer): readonly Rule[] => {
  const begin = body.length % RULE === 4 ? 4 : 2;
  return Array.from({ length: Math.floor((body.length - begin) / RULE) }, (_, i) => {
    const at = begin + i * RULE;
    return { address: body.readUInt16BE(at), card: body.toString('hex', at + 2, at + 6) };
  });
};

export const cardValues = (cards: readonly string[]): SettingValues => ({ addCards: { cards } });

/** Reads the rules of the lock, then writes the change, which returns the cards of the lock after it. */
function* withRules(
  change: (
    rules: readonly Rule[],
  ) => { readonly write: readonly Rule[]; readonly cards: readonly string[] } | string,
): MessageSteps {
  const received: Rule[] = [];
  const query = { message: DOWN.hhdQueryCards, body: Buffer.concat(ADDRESSES.map(uint16)) };
  yield* ask(query, ({ message, body }) => {
    if (message !== UP.hhdCards || body.length < 2) return undefined;
    received.push(...readRules(body));
    const isWhole = received.length >= Math.min(body.readUInt16BE(0), ADDRESSES.length);
    return isWhole || undefined;
  });
  const outcome = change(received.filter(({ card }) => card !== NO_CARD));
  if (typeof outcome === 'string') return { code: 1, message: outcome };
  const rules = outcome.write.map(ruleBytes);
  if (rules.length > 0) {
    const [total, count] = [uint16(rules.length), uint16(rules.length)];
    const order = { message: DOWN.hhdSetCards, body: Buffer.concat([total, count, ...rules]) };
    const result = yield* ask(order, ({ message, body }) =>
      message === UP.hhdCardsSet ? body[0] : undefined,
    );
    if (result !== 0) return REFUSED_BY_LOCK;
  }
  return { ...SUCCESS, settings: cardValues(outcome.cards) };
}

const numbersOf = (rules: readonly Rule[]): readonly string[] => rules.map(({ card }) => card);

const addSteps = (cards: readonly string[]): MessageSteps =>
  withRules((rules) => {
    const has = numbersOf(rules);
    const fresh = [...new Set(cards)].filter((card) => !has.includes(card));
    const free = ADDRESSES.filter((address) => !rules.some((rule) => rule.address === address));
    if (fresh.length > free.length) return `It has room for ${free.length} more cards`;
    const write = fresh.map((card, i) => ({ address: free[i] ?? 0, card }));
    return { write, cards: [...has, ...fresh] };
  });

const removeSteps = (unwanted: readonly string[]): MessageSteps =>
  withRules((rules) => {
    const remaining = rules.filter(({ card }) => !unwanted.includes(card));
    const removed = rules.filter((rule) => !remaining.includes(rule));
    return {
      write: removed.map(({ address }) => ({ address, card: NO_CARD })),
      cards: numbersOf(remaining),
    };
  });

/** Checks card numbers and pads them to eight digits, as printed on cards. */
const withCards = (
  value: unknown,
  build: (cards: readonly string[]) => MessageSteps,
): MessageSteps | string => {
  const cards = stringArray(value)?.map((card) => card.trim());
  if (cards === undefined || cards.length === 0) return 'No cards are given';
  const invalid = cards.find((card) => !/^\d{1,8}$/.test(card));
  return invalid === undefined
    ? build(cards.map((card) => card.padStart(CARD_DIGITS, '0')))
    : `A card of this lock has at most ${CARD_DIGITS} digits, not ${invalid}`;
};

export const addCards: CommandEncoder = ({ cards }) => withCards(cards, addSteps);
export const removeCards: CommandEncoder = ({ cards }) => withCards(cards, removeSteps);
export const readCards: CommandEncoder = () =>
  withRules((rules) => ({ write: [], cards: numbersOf(rules) }));
