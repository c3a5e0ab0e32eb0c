import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../../src/domain/label';
import { contract, says } from '../../../../src/protocol/contracts/contract';
import { Moment, Whole } from '../../../../src/protocol/contracts/schemas';
import { answeringAll } from '../../../../src/server/calls/answering';
import { type CallValues, InvalidInput } from '../../../../src/server/calls/endpoint';

const parcels = contract('/parcel/send', ['Send parcels', '寄包裹'], {
  request: Type.Object({
    numbers: Type.Array(Type.String({ minLength: 2, ...says('notSns') }), {
      minItems: 1,
      maxItems: 3,
      ...says({ maxItems: 'page', default: 'notIds' }),
    }),
    at: Type.Optional(Moment('ms since 1970')),
    how: Type.Optional(
      Type.Object({
        hours: Type.Optional(Whole(1, 24)),
        first: Type.Integer(),
        note: Type.Optional(Type.String({ maxLength: 5 })),
      }),
    ),
    ids: Type.Array(Type.Integer()),
    places: Type.Optional(
      Type.Array(Type.Object({ lat: Type.Number({ maximum: 90 }) }), {
        maxItems: 2,
        ...says('places'),
      }),
    ),
  }),
  answer: Type.Object({ sent: Type.Integer() }),
});

const endpoint = answeringAll(parcels, {
  code: 'parcel:send',
  kind: 'send',
  access: 'open',
  changes: true,
  checkedByWork: ['ids'],
  declared: {
    properties: { colour: { enum: ['red'] } },
    required: ['colour'],
    additionalProperties: false,
  },
  work: async ({ body }) => ({ sent: body.numbers.length }),
});

const check = (body: CallValues) => {
  try {
    return endpoint.check?.(body);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { wrong: error.wrong };
  }
};

/** Messages by argument. */
const wrongIn = (body: CallValues, locale: 'en' | 'zh' = 'en') => {
  const { wrong } = check(body) as { wrong: InvalidInput['wrong'] };
  return Object.fromEntries(
    Object.entries(wrong).map(([name, label]) => [name, textOf(label, locale)]),
  );
};

describe('a call with a contract', () => {
  it('has a path, a label and schemas, with the declared arguments and without messages', () => {
    expect(endpoint).toMatchObject({
      path: '/parcel/send',
      label: ['Send parcels', '寄包裹'],
      code: 'parcel:send',
      answer: { type: 'object', properties: { sent: { type: 'integer' } }, required: ['sent'] },
    });
    expect(endpoint.request).toMatchObject({
      properties: { numbers: { minItems: 1 }, colour: { enum: ['red'] } },
      required: ['numbers', 'ids', 'colour'],
      additionalProperties: false,
    });
    expect(JSON.stringify(endpoint)).not.toContain('says');
    expect(parcels.request).not.toHaveProperty('properties.colour');
  });

  it('drops blank arguments of a body, and does not change unknown ones', () => {
    const body = { numbers: ['ab'], at: null, how: { hours: '', first: 1 }, ids: '5', colour: '' };
    expect(check(body)).toEqual({ numbers: ['ab'], how: { first: 1 }, ids: '5', colour: '' });
    expect(check({ numbers: ['ab'], how: null })).toEqual({ numbers: ['ab'] });
  });

  it.each<[string, CallValues, Record<string, string>]>([
    ['a missing argument', {}, { numbers: 'Must be numbers of records' }],
    ['an empty list', { numbers: [] }, { numbers: 'Must be numbers of records' }],
    [
      'a list that is too long',
      { numbers: ['ab', 'ab', 'ab', 'ab'] },
      { numbers: 'Must be a whole number from 1 to 3' },
    ],
    ['a wrong item', { numbers: ['ab', 'a'] }, { numbers: 'Must be serial numbers of devices' }],
    [
      'a number out of range, text for a number, and a long text, in an object',
      { numbers: ['ab'], how: { hours: 25, first: 'x', note: '123456' } },
      {
        hours: 'Must be a whole number from 1 to 24',
        first: 'Not recognised',
        note: 'Not recognised',
      },
    ],
    [
      'a wrong member of an item',
      { numbers: ['ab'], places: [{ lat: 91 }] },
      { places: 'Enter up to 2 valid positions' },
    ],
    ['null for a required argument', { numbers: null }, { numbers: 'Must be numbers of records' }],
    ['a missing member of an object', { numbers: ['ab'], how: {} }, { first: 'Required' }],
    ['text for an object', { numbers: ['ab'], how: 'x' }, { how: 'Not recognised' }],
    [
      'a time out of range',
      { numbers: ['ab'], at: 1e300 },
      { at: 'Must be a time in ms since 1970' },
    ],
  ])('refuses %s', (_, body, messages) => {
    expect(wrongIn(body)).toEqual(messages);
  });

  it('refuses in both languages', () => {
    const body = { numbers: ['ab'], at: 'now', how: { hours: 0 } };
    expect(wrongIn(body, 'zh')).toEqual({
      at: '必须是 1970 年以来的毫秒数',
      hours: '必须是 1 到 24 的整数',
      first: '必填',
    });
  });
});

it('compiles only with the contract’s answer, and types the body', () => {
  const options = { code: 'parcel:send', kind: 'send', access: 'open', changes: true } as const;
  // @ts-expect-error the number is text
  answeringAll(parcels, { ...options, work: async () => ({ sent: '1' }) });
  // @ts-expect-error nothing says how many were sent
  answeringAll(parcels, { ...options, work: async () => ({}) });
  answeringAll(parcels, {
    ...options,
    // @ts-expect-error numbers are a list
    work: async ({ body }) => ({ sent: body.numbers.toFixed() }),
  });
  expect.assertions(0);
});
