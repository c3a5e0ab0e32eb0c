import { describe, expect, it } from 'vitest';
import { cardsOf, gateAt, gates, swipeIn } from '../../../../src/demo/world/gates';
import { routes } from '../../../../src/demo/world/routes';
import type { LockStatus } from '../../../../src/domain/lock';

const gate = gateAt('shenzhen-wuhan', 'start');
const cardNumbers = gate ? cardsOf(gate).map(({ no }) => no) : [];

const swipes = (status: LockStatus) =>
  Array.from({ length: 5_000 }, (_, slice) =>
    gate ? swipeIn(gate, slice, { seed: 11, status }) : undefined,
  ).filter((swipe) => swipe !== undefined);

describe('swipeIn', () => {
  it('returns the same swipes for the same time and seed', () => {
    expect(swipes(2)).toEqual(swipes(2));
  });

  it.each([
    ['unseals a sealed lock', 2, { action: 5, status: 0 }],
    ['seals a closed one', 0, { action: 9, status: 2 }],
  ] as const)('%s', (_, status, expected) => {
    const ownSwipes = swipes(status).filter(({ card }) => cardNumbers.includes(card));
    expect(ownSwipes.length).toBeGreaterThan(500);
    for (const swipe of ownSwipes) expect(swipe).toMatchObject(expected);
    expect(new Set(ownSwipes.map(({ card }) => card)).size).toBe(cardNumbers.length);
  });

  it('sometimes uses an unknown card, which changes nothing', () => {
    const strange = swipes(2).filter(({ card }) => !cardNumbers.includes(card));
    expect(strange.length).toBeGreaterThan(20);
    expect(strange.length).toBeLessThan(150);
    for (const swipe of strange) expect(swipe).toEqual({ card: swipe.card, action: 14 });
  });

  it('swipes only unknown cards at an open lock', () => {
    expect(swipes(1).filter(({ card }) => cardNumbers.includes(card))).toEqual([]);
  });
});

describe('gates', () => {
  it('stand at existing routes, with different cards', () => {
    const ids = routes.map(({ id }) => id);
    for (const { routeId } of gates) expect(ids).toContain(routeId);
    const numbers = gates.flatMap((each) => cardsOf(each).map(({ no }) => no));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
