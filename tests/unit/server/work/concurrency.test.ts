import { expect, it } from 'vitest';
import { limitConcurrency } from '../../../../src/server/work/concurrency';

const soon = () => new Promise((resolve) => setImmediate(resolve));

it('runs work of one key in sequence, and of another key in parallel', async () => {
  const inTurn = limitConcurrency(1);
  const done: string[] = [];
  const work = (name: string) => async () => {
    done.push(`${name} begins`);
    await soon();
    done.push(`${name} ends`);
    return name;
  };
  const answers = await Promise.all([
    inTurn('a', work('a1')),
    inTurn('a', work('a2')),
    inTurn('b', work('b1')),
  ]);
  expect(answers).toEqual(['a1', 'a2', 'b1']);
  const ofA = done.filter((line) => line.startsWith('a'));
  expect(ofA).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
  expect(done.indexOf('b1 begins')).toBeLessThan(done.indexOf('a1 ends'));
});

it('runs up to the limit at a time, in order of arrival', async () => {
  const inTurn = limitConcurrency(2);
  const order: number[] = [];
  let running = 0;
  let peak = 0;
  const work = (number: number) => async () => {
    order.push(number);
    peak = Math.max(peak, ++running);
    await soon();
    running--;
  };
  const calls = [1, 2, 3, 4, 5].map((number) => inTurn('a', work(number)));
  const late = calls[0]?.then(() => inTurn('a', work(6)));
  await Promise.all([...calls, late]);
  expect(order).toEqual([1, 2, 3, 4, 5, 6]);
  expect(peak).toBe(2);
});

it('continues after a failure', async () => {
  const inTurn = limitConcurrency(1);
  const failing = inTurn('c', async () => {
    throw new Error('no');
  });
  const next = inTurn('c', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

it('rejects work that waits too long, and goes on with the next', async () => {
  const inTurn = limitConcurrency(1);
  const order: string[] = [];
  let end = () => {};
  const first = inTurn('d', () => new Promise<void>((resolve) => (end = resolve)));
  const patience = new AbortController();
  const work = (name: string) => async () => void order.push(name);
  const waiting = inTurn('d', work('impatient'), patience.signal);
  const next = inTurn('d', work('next'));
  patience.abort('late');
  await expect(waiting).rejects.toBe('late');
  await expect(inTurn('d', work('too late'), patience.signal)).rejects.toBe('late');
  end();
  await Promise.all([first, next]);
  await inTurn('d', work('free'), patience.signal);
  expect(order).toEqual(['next', 'free']);
});
