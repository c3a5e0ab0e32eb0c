import { describe, expect, it } from 'vitest';
import { secondsLeft } from '../../../../src/console/commands/secondsLeft';
import type { Entry, EntryState } from '../../../../src/console/commands/ticketBook';
import {
  cancellable,
  countStates,
  inOrder,
  resendable,
} from '../../../../src/console/commands/ticketSummary';
import { ticketState } from '../../../../src/domain/ticket';

const entry = (state: EntryState): Entry => ({
  sn: state,
  ticket: state === 'refused' ? null : `#${state}`,
  state,
  message: null,
  sentAt: null,
});
const all = [...ticketState.map(([state]) => entry(state)), entry('refused')];

describe('the summary of a dispatch', () => {
  it('counts every state there is, what needs somebody first', () => {
    expect(countStates([...all, entry('success')])).toEqual([
      { state: 'failure', count: 1 },
      { state: 'invalid', count: 1 },
      { state: 'refused', count: 1 },
      { state: 'sent', count: 1 },
      { state: 'waiting', count: 1 },
      { state: 'cancelled', count: 1 },
      { state: 'success', count: 2 },
    ]);
    expect(countStates([])).toEqual([]);
  });

  it('orders entries the same way and keeps equals in their order', () => {
    const first = { ...entry('success'), sn: '1' };
    const second = { ...entry('success'), sn: '2' };
    expect(inOrder([first, second, entry('failure')]).map(({ sn }) => sn)).toEqual([
      'failure',
      '1',
      '2',
    ]);
  });

  it('calls off what waits and nothing else', () => {
    expect(cancellable(all)).toEqual(['#waiting']);
  });

  it('sends again what ended without success and had a ticket', () => {
    expect(resendable(all)).toEqual(['#failure', '#invalid', '#cancelled']);
  });
});

describe('secondsLeft', () => {
  const SENT = 1_700_000_000_000;
  it.each([
    [SENT, 60],
    [SENT + 1, 60],
    [SENT + 1_000, 59],
    [SENT + 59_001, 1],
    [SENT + 60_000, 0],
    [SENT + 90_000, 0],
    // The server's clock may be ahead of ours.
    [SENT - 5_000, 60],
  ])('at %d there are %d s', (now, left) => {
    expect(secondsLeft(SENT, now)).toBe(left);
  });
});
