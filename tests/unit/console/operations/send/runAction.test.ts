import type { RaRecord } from 'react-admin';
import { describe, expect, test, vi } from 'vitest';
import {
  formErrorOf,
  namedText,
  outcomeError,
  runAction,
} from '../../../../../src/console/operations/send/runAction';
import { countedText } from '../../../../../src/domain/label';
import { ApiError } from '../../../../../src/protocol';
import { alertRecord } from '../../../../../src/resources';

const conflict = (data: unknown) =>
  new ApiError('Refused', { kind: 'business', code: 'conflict', data });

const secretOf = (title: string) => ({ title, lines: [{ label: 'Password', text: title }] });

test('sends up to the maximum of records per call, and adds up the results', async () => {
  const call = vi
    .fn()
    .mockResolvedValueOnce({
      done: 1,
      failed: [{ id: 2, why: 'No' }],
      message: 'Mailed',
      secrets: [secretOf('A')],
    })
    .mockRejectedValueOnce(conflict({ failed: [{ id: 3, why: 'Off' }] }))
    .mockResolvedValueOnce({ done: 1, failed: [], message: 'Mailed', secrets: [secretOf('B')] });
  const processed: number[] = [];
  const outcome = await runAction(call, [1, 2, 3, 4, 5], { max: 2 }, (at) => processed.push(at));
  expect(call.mock.calls).toEqual([[[1, 2]], [[3, 4]], [[5]]]);
  expect(processed).toEqual([2, 4, 5]);
  expect(outcome).toEqual({
    done: 2,
    failed: [
      { id: 2, why: 'No' },
      { id: 3, why: 'Off' },
    ],
    messages: ['Mailed'],
    files: [],
    secrets: [secretOf('A'), secretOf('B')],
  });
});

test('names all records in one call that sends a command, whose confirmation depends on their number', async () => {
  const call = vi.fn().mockResolvedValue({ done: 3, failed: [] });
  const action = { max: 2, sends: { command: 'unseal', lock: 'device_id' } };
  await runAction(call, [1, 2, 3], action, () => undefined);
  expect(call.mock.calls).toEqual([[[1, 2, 3]]]);
});

test('takes a file as the result for all its records', async () => {
  const file = { blob: new Blob(['x']), name: 'errors.xlsx' };
  const outcome = await runAction(
    async () => file,
    [1],
    { max: 10 },
    () => undefined,
  );
  expect(outcome).toMatchObject({ done: 1, files: [file] });
});

test.each([
  ['the connection fails', new ApiError('Gone', { kind: 'network', code: 'network' })],
  ['a conflict names no record', conflict(undefined)],
])('stops if %s, and keeps earlier results', async (_, error) => {
  const call = vi.fn().mockResolvedValueOnce({ done: 1, failed: [] }).mockRejectedValueOnce(error);
  const outcome = await runAction(call, [1, 2, 3], { max: 1 }, () => undefined);
  expect(outcome).toMatchObject({ done: 1, error });
  expect(call).toHaveBeenCalledTimes(2);
});

test.each([
  ['the reason of the first record', [{ id: 1, why: 'No' }], new Error('Off'), 'No'],
  ['the error that ended the run', [], new Error('Off'), new Error('Off')],
  ['nothing if all succeeded', [], undefined, undefined],
])('returns %s', (_, failed, error, why) => {
  const outcome = { done: 0, failed, messages: [], files: [], secrets: [], error };
  expect(outcomeError(outcome)).toEqual(why);
});

const atNote = { why: 'Note: Too long', fields: { note: 'Too long' } };

test.each([
  ['the reason of one record', { failed: [{ id: 1, why: 'No' }] }, { message: 'No', fields: {} }],
  [
    'reasons at arguments',
    {
      failed: [
        { id: 1, ...atNote },
        { id: 2, why: 'No' },
      ],
    },
    { fields: atNote.fields },
  ],
  [
    'no reasons that are listed',
    {
      failed: [
        { id: 1, why: 'No' },
        { id: 2, why: 'No' },
      ],
    },
    undefined,
  ],
  ['nothing once records are done', { done: 1, failed: [{ id: 1, why: 'No' }] }, undefined],
  ['the error that ended the run', { error: conflict(undefined) }, { message: 'Refused' }],
])('shows in the form %s', (_, outcome, shown) => {
  const error = formErrorOf({
    done: 0,
    failed: [],
    messages: [],
    files: [],
    secrets: [],
    ...outcome,
  });
  if (shown) expect(error).toMatchObject(shown);
  else expect(error).toBeUndefined();
});

describe('the toast of an action', () => {
  const alarm = { id: 7, sn: 'SD2600038', police_type: 1008 };
  const about = (done: string, locale: 'en' | 'zh' = 'en', records: RaRecord[] = [alarm]) =>
    namedText(done, {
      entity: alertRecord,
      records,
      locale,
      lockNames: (sn) => (sn === alarm.sn ? 'CSNU 968167-2' : undefined),
    });
  const [en, zh] = alertRecord.actions.take.done ?? [];

  test.each([
    [
      'names event and lock',
      about(countedText(en ?? '', 1)),
      'Illegal unlock of CSNU 968167-2 taken',
    ],
    [
      'in the language of the reader',
      about(countedText(zh ?? '', 1), 'zh'),
      '已受理 1 条报警 · 非法开锁 · CSNU 968167-2 · SD2600038',
    ],
    [
      'names what several alarms have in common',
      about(countedText(en ?? '', 2), 'en', [alarm, { ...alarm, id: 8 }]),
      '2 alarms taken · Illegal unlock · CSNU 968167-2 · SD2600038',
    ],
    [
      'counts alarms that differ',
      about(countedText(en ?? '', 2), 'en', [alarm, { ...alarm, id: 8, police_type: 1011 }]),
      '2 alarms taken',
    ],
    ['marks an empty value', about('%{handler_id} took it, %{name}'), '— took it, CSNU 968167-2'],
    [
      'ends with a record that its text does not name',
      about('Schedule paused'),
      'Schedule paused · Illegal unlock · CSNU 968167-2 · SD2600038',
    ],
  ])('%s', (_, toast, expected) => {
    expect(toast).toBe(expected);
  });
});
