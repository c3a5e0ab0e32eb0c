import type { LockCommand } from '../../../domain/lock';
import {
  ask,
  type CommandDefinition,
  done,
  type EncodeContext,
  failed,
  formatText,
  single,
  type TextSteps,
} from './commandSteps';

const CARDS_AT_ONCE = 20;
const CARD_DIGITS = 10;

const cardsOf = ({ cards }: LockCommand['args']): string[] =>
  (Array.isArray(cards) ? cards : []).map((card) => String(card).padStart(CARD_DIGITS, '0'));

const cardsError = (args: LockCommand['args']): string | undefined => {
  const invalid = cardsOf(args).find((card) => !/^\d{10}$/.test(card));
  return invalid && `A card number of this lock has at most ${CARD_DIGITS} digits, not ${invalid}`;
};

const changeCards = (action: 1 | 2) =>
  function* ({ args }: EncodeContext): TextSteps {
    const cards = cardsOf(args);
    for (let i = 0; i < cards.length; i += CARDS_AT_ONCE) {
      const some = cards.slice(i, i + CARDS_AT_ONCE);
      const { args: accepted } = yield ask(formatText('P41', 1, action, some.length, ...some));
      const missing = action === 1 ? some.find((card) => !accepted.includes(card)) : undefined;
      if (missing) return failed(`The lock did not take card ${missing}`);
    }
    return done();
  };

const GROUPS = 25;

function* readCards(): TextSteps {
  const cards: string[] = [];
  for (let group = 1; group <= GROUPS; group++) {
    const { args } = yield ask(formatText('P41', 0, group));
    const some = args.slice(2).filter((card) => /^\d{10}$/.test(card));
    cards.push(...some);
    if (some.length < CARDS_AT_ONCE) break;
  }
  return done({ addCards: { cards } });
}

export const cardCommands: Readonly<Record<string, CommandDefinition>> = {
  addCards: { key: 'P41', argumentsError: cardsError, begin: changeCards(1) },
  removeCards: { key: 'P41', argumentsError: cardsError, begin: changeCards(2) },
  clearCards: {
    key: 'P41',
    begin: single(
      () => formatText('P41', 1, 3),
      () => done({ addCards: { cards: [] } }),
    ),
  },
  readCards: { key: 'P41', begin: readCards },
};
