import { expect, it } from 'vitest';
import { inTurn } from '../../../../src/server/auth/throttle';

const soon = () => new Promise((resolve) => setImmediate(resolve));

it('does the work of one key one after the other, and that of another meanwhile', async () => {
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

it('goes on after work that failed', async () => {
  const failing = inTurn('c', async () => {
    throw new Error('no');
  });
  const next = inTurn('c', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
