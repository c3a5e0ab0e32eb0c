import { beforeEach, describe, expect, it } from 'vitest';
import {
  byUrgency,
  cancellableEntries,
  countStates,
  type EntryState,
  filterEntries,
  resendableEntries,
  secondsLeft,
  TicketBook,
  type TicketEntry,
} from '../../../../../src/console/operations/send/ticketBook';
import { type TicketState, ticketState } from '../../../../../src/domain/ticket';
import type { CommandAnswer } from '../../../../../src/protocol';
import { device } from '../../../../../src/resources';

const seal = { entity: device, code: 'seal' };
const NOW = 1_700_000_000_000;

const answer = (...tickets: [id: number, sn: string, state?: TicketState][]): CommandAnswer => ({
  tickets: tickets.map(([id, sn, state = 'waiting']) => ({ id, sn, state })),
  refused: [],
});

const news = (id: string, state: TicketState, message: string | null = null) => ({
  id,
  state,
  message,
});

describe('TicketBook', () => {
  let book: TicketBook;
  let changes: number;
  const states = () => book.all().flatMap(({ entries }) => entries.map(({ state }) => state));

  beforeEach(() => {
    book = new TicketBook(() => NOW);
    changes = 0;
    book.subscribe(() => changes++);
  });

  it('adds an entry per ticket and per refusal, newest dispatch first', async () => {
    await book.record(seal, async () => answer([1, 'A'], [2, 'B', 'sent']));
    await book.record({ entity: device, code: 'unseal' }, async () => ({
      tickets: [],
      refused: [{ sn: 'C', code: 'conflict', desc: 'C: not possible' }],
    }));
    expect(book.all().map(({ code }) => code)).toEqual(['unseal', 'seal']);
    expect(book.all()[0]?.entries).toEqual([
      { sn: 'C', ticket: null, state: 'refused', message: 'C: not possible', sentAt: null },
    ]);
    expect(book.all()[1]?.entries).toEqual([
      { sn: 'A', ticket: '1', state: 'waiting', message: null, sentAt: null },
      { sn: 'B', ticket: '2', state: 'sent', message: null, sentAt: NOW },
    ]);
  });

  it('adds nothing if the call fails, and rethrows the error', async () => {
    const failing = book.record(seal, async () => {
      throw new Error('no network');
    });
    await expect(failing).rejects.toThrow('no network');
    expect(book.all()).toEqual([]);
    expect(changes).toBe(0);
  });

  it('follows a ticket, and starts its minute when it is sent', async () => {
    await book.record(seal, async () => answer([1, 'A']));
    book.receive([news('1', 'sent')]);
    expect(book.all()[0]?.entries[0]).toMatchObject({ state: 'sent', sentAt: NOW });
    book.receive([news('1', 'failure', 'rod not inserted')]);
    expect(book.all()[0]?.entries[0]).toMatchObject({
      state: 'failure',
      message: 'rod not inserted',
      sentAt: NOW,
    });
  });

  it('does not return to an earlier state when updates arrive out of order', async () => {
    await book.record(seal, async () => answer([1, 'A']));
    book.receive([news('1', 'success')]);
    book.receive([news('1', 'sent')]);
    book.receive([news('1', 'invalid')]);
    expect(states()).toEqual(['success']);
  });

  it('ends with a tracker’s answer, until a later state replaces it', async () => {
    await book.record(seal, async () => answer([1, 'A', 'sent']));
    book.receive([news('1', 'answered', 'OK')]);
    book.receive([news('1', 'sent')]);
    expect(book.all()[0]?.entries[0]).toMatchObject({ state: 'answered', message: 'OK' });
    expect(book.open()).toEqual([]);
    book.receive([news('1', 'success', 'OK')]);
    expect(states()).toEqual(['success']);
  });

  it('accepts an update that arrives before the answer to the call', async () => {
    await book.record(seal, async () => {
      book.receive([news('1', 'sent'), news('1', 'success', 'done')]);
      return answer([1, 'A', 'sent'], [2, 'B', 'sent']);
    });
    expect(states()).toEqual(['success', 'sent']);
    expect(book.all()[0]?.entries[0]?.message).toBe('done');
  });

  it('adds a late reply to the final state, once', async () => {
    await book.record(seal, async () => answer([1, 'A', 'sent']));
    book.receive([news('1', 'invalid')]);
    book.receive([{ ...news('1', 'invalid'), late: 1 }]);
    const before = book.all();
    expect(before[0]?.entries).toMatchObject([{ state: 'invalid', late: 1 }]);
    book.receive([{ ...news('1', 'invalid'), late: 1 }]);
    expect(book.all()).toBe(before);
    expect(resendableEntries(before[0]?.entries ?? [])).toEqual(['1']);
  });

  it('ignores updates of other users’ tickets', async () => {
    book.receive([news('9', 'success')]);
    await book.record(seal, async () => answer([9, 'A']));
    expect(states()).toEqual(['waiting']);
  });

  it('notifies subscribers of changes only', async () => {
    await book.record(seal, async () => answer([1, 'A']));
    const before = book.all();
    expect(changes).toBe(1);
    book.receive([news('7', 'success'), news('1', 'waiting')]);
    expect(changes).toBe(1);
    expect(book.all()).toBe(before);
  });

  it('replaces a ticket by its renewal', async () => {
    await book.record(seal, async () => answer([1, 'A'], [2, 'B']));
    book.receive([news('1', 'invalid'), news('2', 'success')]);
    await book.renew(book.all()[0]?.id ?? 0, async () => answer([3, 'A', 'sent']));
    expect(book.all()).toHaveLength(1);
    expect(book.all()[0]?.entries.map(({ ticket, state }) => [ticket, state])).toEqual([
      ['3', 'sent'],
      ['2', 'success'],
    ]);
    book.receive([news('1', 'success')]);
    expect(states()).toEqual(['sent', 'success']);
  });

  it('shows the progress of a lock, and a stopped wave as waiting again', async () => {
    await book.record(seal, async () => answer([1, 'A', 'sent'], [2, 'B']));
    const entries = () => book.all()[0]?.entries;
    book.receive([{ ...news('1', 'sent'), progress: 40 }, news('2', 'planned')]);
    expect(entries()).toMatchObject([{ state: 'sent', percent: 40 }, { state: 'planned' }]);
    const before = entries();
    book.receive([{ ...news('1', 'sent'), progress: 20 }, news('2', 'planned')]);
    expect(entries()).toBe(before);
    book.receive([{ ...news('1', 'success'), progress: 100 }, news('2', 'waiting')]);
    expect(entries()).toMatchObject([{ state: 'success', percent: 100 }, { state: 'waiting' }]);
    book.receive([news('1', 'invalid')]);
    expect(entries()).toMatchObject([{ state: 'success' }, { state: 'waiting' }]);
  });

  it('lists the open tickets', async () => {
    await book.record(seal, async () => ({
      ...answer([1, 'A'], [2, 'B', 'sent'], [3, 'C']),
      refused: [{ sn: 'D', code: 'conflict', desc: '' }],
    }));
    book.receive([news('3', 'cancelled')]);
    expect(book.open()).toEqual(['1', '2']);
    book.clear();
    expect(book.open()).toEqual([]);
  });
});

const entry = (state: EntryState): TicketEntry => ({
  sn: state,
  ticket: state === 'refused' ? null : `#${state}`,
  state,
  message: null,
  sentAt: null,
});
const all = [...ticketState.map(([state]) => entry(state)), entry('refused')];

describe('the summary of a dispatch', () => {
  it('counts all states, and puts those that need the operator first', () => {
    expect(countStates([...all, entry('success')])).toEqual([
      { state: 'failure', count: 1 },
      { state: 'invalid', count: 1 },
      { state: 'refused', count: 1 },
      { state: 'answered', count: 1 },
      { state: 'unconfirmed', count: 1 },
      { state: 'sent', count: 1 },
      { state: 'waiting', count: 1 },
      { state: 'planned', count: 1 },
      { state: 'cancelled', count: 1 },
      { state: 'success', count: 2 },
    ]);
    expect(countStates([])).toEqual([]);
  });

  it('sorts entries in that order, and keeps equal entries in theirs', () => {
    const first = { ...entry('success'), sn: '1' };
    const second = { ...entry('success'), sn: '2' };
    expect(byUrgency([first, second, entry('failure')]).map(({ sn }) => sn)).toEqual([
      'failure',
      '1',
      '2',
    ]);
  });

  it.each([
    [{ state: null, sn: '' }, ['F1', 'W1', 'S1', 'S2']],
    [{ state: 'success', sn: '' }, ['S1', 'S2']],
    [{ state: null, sn: ' s' }, ['S1', 'S2']],
    [{ state: 'success', sn: '2' }, ['S2']],
    [{ state: 'invalid', sn: '' }, []],
  ] as const)('filtered by %o shows %j', (filter, sns) => {
    const entryOf = (sn: string, state: EntryState) => ({ ...entry(state), sn });
    const entries = [
      entryOf('S1', 'success'),
      entryOf('W1', 'waiting'),
      entryOf('S2', 'success'),
      entryOf('F1', 'failure'),
    ];
    expect(filterEntries(entries, filter).map(({ sn }) => sn)).toEqual(sns);
  });

  it('offers to cancel waiting entries only', () => {
    expect(cancellableEntries(all)).toEqual(['#unconfirmed', '#planned', '#waiting']);
  });

  it('offers to resend unsuccessful entries that had a ticket', () => {
    expect(resendableEntries(all)).toEqual(['#failure', '#answered', '#invalid', '#cancelled']);
  });
});

describe('secondsLeft', () => {
  const SENT_AT = 1_700_000_000_000;
  it.each([
    [SENT_AT, 60],
    [SENT_AT + 1, 60],
    [SENT_AT + 1_000, 59],
    [SENT_AT + 59_001, 1],
    [SENT_AT + 60_000, 0],
    [SENT_AT + 90_000, 0],
    // The server's clock may be ahead.
    [SENT_AT - 5_000, 60],
  ])('at %d returns %d', (now, seconds) => {
    expect(secondsLeft(SENT_AT, now)).toBe(seconds);
  });
});
