import { describe, expect, it } from 'vitest';
import { VERDICT } from '../../../../../src/domain/card';
import type { RegionalRule } from '../../../../../src/server/fleet/regional/RegionalRule';
import type { SwipedCard } from '../../../../../src/server/fleet/regional/SwipedCard';
import { verdictOf } from '../../../../../src/server/fleet/regional/verdictOf';
import { metresEast } from './metresEast';

const ruleAt = (id: number, metres: number): RegionalRule => ({
  id,
  name: `Rule ${id}`,
  ...metresEast(metres),
  radius: 1_000,
  autoUnblock: false,
});
const port = ruleAt(1, 0);
const depot = ruleAt(2, 10_000);

const everywhere = { lat: null, lon: null, radius: null };
const guard: SwipedCard = { name: 'Guard', enabled: true, ...everywhere, rules: [1] };
const gate: SwipedCard = { ...guard, ...metresEast(0), radius: 300 };

describe('verdictOf', () => {
  const cases: [
    string,
    RegionalRule[],
    SwipedCard | undefined,
    number | undefined,
    keyof typeof VERDICT | undefined,
  ][] = [
    ['a lock without a rule', [], guard, 0, undefined],
    ['a lock without a rule, a stranger', [], undefined, 0, undefined],
    ['a card of the rule in its region', [port], guard, 900, 'allowed'],
    ['outside the region', [port], guard, 1_100, 'outside'],
    ['in the region of a rule that does not list it', [port, depot], guard, 10_000, 'outside'],
    ['allowed by one of two', [depot, port], guard, 0, 'allowed'],
    ['a stranger', [port], undefined, 0, 'unknown'],
    ['a disabled card', [port], { ...guard, enabled: false }, 0, 'disabled'],
    ['a card that no rule lists', [port], { ...guard, rules: [] }, 0, 'noRule'],
    ['a card of a rule about other locks', [depot], guard, 10_000, 'noRule'],
    [
      'a disabled card that no rule lists',
      [port],
      { ...guard, enabled: false, rules: [] },
      0,
      'disabled',
    ],
    ['a card in its own place', [port], gate, 200, 'allowed'],
    ['a card outside its own place', [port], gate, 400, 'outside'],
    ['a card of the rule, nobody knows where', [port], guard, undefined, 'allowed'],
    ['a card with a place, nobody knows where', [port], gate, undefined, 'allowed'],
    ['a stranger, nobody knows where', [port], undefined, undefined, 'unknown'],
  ];
  it.each(cases)('%s', (_, rules, card, metres, expected) => {
    const place = metres === undefined ? undefined : metresEast(metres);
    expect(verdictOf(rules, card, place)).toBe(expected && VERDICT[expected]);
  });
});
