import { describe, expect, it } from 'vitest';
import { cardIn, cardsOf, gateAt, gates } from '../../../../src/demo/world/gates';
import { routes } from '../../../../src/demo/world/routes';

const HAULER = 0;
const gate = gateAt('shenzhen-wuhan', 'start', HAULER);
const cardNumbers = gate ? cardsOf(gate).map(({ no }) => no) : [];

const cards = () =>
  Array.from({ length: 5_000 }, (_, slice) => cardIn(slice, 11, () => cardNumbers)).filter(
    (card) => card !== undefined,
  );

describe('cardIn', () => {
  it('returns the same cards for the same time and seed', () => {
    expect(cards()).toEqual(cards());
  });

  it('returns every card of the gate', () => {
    const ofGate = cards().filter((card) => cardNumbers.includes(card));
    expect(ofGate.length).toBeGreaterThan(500);
    expect(new Set(ofGate).size).toBe(cardNumbers.length);
  });

  it('sometimes returns an unknown card', () => {
    const strange = cards().filter((card) => !cardNumbers.includes(card));
    expect(strange.length).toBeGreaterThan(20);
    expect(strange.length).toBeLessThan(150);
  });
});

describe('gateAt', () => {
  it.each([
    ['the hauler', 0, 'Yantian port'],
    ['its yard', 2, 'Yantian port'],
    ['another organisation', 1, undefined],
  ])('returns the gate whose cards open the locks of %s', (_, orgIndex, name) => {
    expect(gateAt('shenzhen-wuhan', 'start', orgIndex)?.name).toBe(name);
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
