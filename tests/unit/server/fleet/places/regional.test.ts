import { describe, expect, it } from 'vitest';
import { VERDICT } from '../../../../../src/domain/card';
import {
  judgeSwipe,
  type RegionalRule,
  regionsEntered,
  type SwipedCard,
} from '../../../../../src/server/fleet/places/regional';
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

describe('judgeSwipe', () => {
  const cases: [
    string,
    RegionalRule[],
    SwipedCard | undefined,
    number | undefined,
    keyof typeof VERDICT | undefined,
  ][] = [
    ['a lock without a rule', [], guard, 0, undefined],
    ['an unknown card at a lock without a rule', [], undefined, 0, undefined],
    ['a card of the rule in its region', [port], guard, 900, 'allowed'],
    ['a card of the rule outside the region', [port], guard, 1_100, 'outside'],
    ['in the region of a rule that does not list it', [port, depot], guard, 10_000, 'outside'],
    ['a card that one of two rules allows', [depot, port], guard, 0, 'allowed'],
    ['an unknown card', [port], undefined, 0, 'unknown'],
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
    ['a card at its own place', [port], gate, 200, 'allowed'],
    ['a card outside its own place', [port], gate, 400, 'outside'],
    ['a card of the rule, at an unknown place', [port], guard, undefined, 'allowed'],
    ['a card with a place, at an unknown place', [port], gate, undefined, 'allowed'],
    ['an unknown card at an unknown place', [port], undefined, undefined, 'unknown'],
  ];
  it.each(cases)('decides for %s', (_, rules, card, metres, expected) => {
    const place = metres === undefined ? undefined : metresEast(metres);
    expect(judgeSwipe(rules, card, place)).toBe(expected && VERDICT[expected]);
  });
});

const rule: RegionalRule = {
  id: 1,
  name: 'Port',
  lat: 0,
  lon: 0,
  radius: 1_000,
  autoUnblock: true,
};

/** Drives along the equator. Returns for each step whether the lock entered, and whether it counts as inside. */
const drive = (start: number | undefined, steps: readonly number[]) => {
  let fix = start === undefined ? undefined : metresEast(start);
  let regions: readonly number[] = [];
  return steps.map((metres) => {
    const place = metresEast(metres);
    const change = regionsEntered([rule], fix, regions, place);
    fix = place;
    regions = change.regions;
    return [change.entered.length > 0 ? 'enters' : '-', regions.length > 0 ? 'in' : 'out'];
  });
};

describe('regionsEntered', () => {
  const cases: [string, number | undefined, number[], string][] = [
    ['comes in', 3_000, [2_000, 900, 500], '- out, enters in, - in'],
    ['comes in slowly', 1_100, [1_060, 1_030, 1_010, 990], '- out, - out, - out, enters in'],
    ['is inside from the start', undefined, [500, 400], '- in, - in'],
    ['is first seen outside', undefined, [2_000, 500], '- out, enters in'],
    ['was inside before the rule', 500, [400], '- in'],
    ['leaves and comes again', 2_000, [500, 2_000, 500], 'enters in, - out, enters in'],
    [
      'moves around the border',
      2_000,
      [990, 1_020, 995, 1_049, 990],
      'enters in, - in, - in, - in, - in',
    ],
    [
      'leaves the outer margin too',
      2_000,
      [990, 1_020, 1_060, 990],
      'enters in, - in, - out, enters in',
    ],
    ['stays in the outer margin', 2_000, [1_020, 1_040], '- out, - out'],
    ['passes by', 2_000, [1_200, 3_000], '- out, - out'],
    ['repeats its position', 2_000, [500, 500], 'enters in, - in'],
  ];
  it.each(cases)('follows a lock that %s', (_, start, steps, expected) => {
    expect(
      drive(start, steps)
        .map((step) => step.join(' '))
        .join(', '),
    ).toBe(expected);
  });

  it('forgets a stay that ended while the rule was off', () => {
    const { entered } = regionsEntered([rule], metresEast(5_000), [1], metresEast(0));
    expect(entered).toEqual([rule]);
  });

  it('forgets deleted rules', () => {
    const { regions } = regionsEntered([rule], metresEast(0), [1, 7], metresEast(0));
    expect(regions).toEqual([1]);
  });

  it('returns each region that the lock entered', () => {
    const larger = { ...rule, id: 2, radius: 5_000 };
    const far = metresEast(3_000);
    const { entered, regions } = regionsEntered([rule, larger], far, [2], metresEast(0));
    expect(entered).toEqual([rule]);
    expect(regions).toEqual([1, 2]);
  });
});
