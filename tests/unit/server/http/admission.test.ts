import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { f } from '../../../../src/config';
import { signedBody } from '../../../../src/protocol';
import { CallError, invalidInput, serverLabel } from '../../../../src/server/calls/endpoint';
import {
  createVerifyRequestSign,
  rejectUnstorable,
  requestLocale,
} from '../../../../src/server/http/admission';
import { contentDisposition, failureOf } from '../../../../src/server/http/answers';
import { trackOpenCalls } from '../../../../src/server/http/context';

const NOW = 1_700_000_000_000;
const MINUTES = 60_000;

const codeOf = (run: () => void): string => {
  try {
    run();
    return 'success';
  } catch (error) {
    return error instanceof CallError ? error.code : String(error);
  }
};

describe('the request sign', () => {
  const check = createVerifyRequestSign({ letterCase: 'lower' }, 'secret', () => NOW);
  const signed = (
    body: object,
    now = NOW,
    secret = 'secret',
    letterCase: 'lower' | 'upper' = 'lower',
  ) => signedBody(body, { locale: 'en', now, wire: { secret, letterCase } });

  it.each([
    ['valid', signed({ a: 1 }), 'success'],
    ['5 minutes old', signed({}, NOW - 5 * MINUTES), 'success'],
    ['5 minutes ahead', signed({}, NOW + 5 * MINUTES), 'success'],
    ['older than 5 minutes', signed({}, NOW - 5 * MINUTES - 1), 'expired'],
    ['more than 5 minutes ahead', signed({}, NOW + 5 * MINUTES + 1), 'expired'],
    ['made with another secret', signed({}, NOW, 'other'), 'signError'],
    ['in another server’s form', signed({}, NOW, 'secret', 'upper'), 'signError'],
    ['of another body', { ...signed({ a: 1 }), a: 2 }, 'signError'],
    [
      'of values as text',
      Object.fromEntries(Object.entries(signed({ a: 1 })).map(([k, v]) => [k, String(v)])),
      'success',
    ],
    ['missing', { a: 1 }, 'signError'],
    ['not text', { sign: 7 }, 'signError'],
  ])('is checked: %s', (_, body, code) => {
    expect(codeOf(() => check({ ...body }))).toBe(code);
  });

  it('of a body without a time has expired', () => {
    const free = createVerifyRequestSign({}, 'secret', () => NOW);
    const { sign, ...body } = signedBody(
      {},
      { locale: 'en', now: '' as never, wire: { secret: 'secret' } },
    );
    expect(codeOf(() => free({ ...body, sign }))).toBe('expired');
  });
});

it.each([
  [{ a: 'x' }, 'success'],
  [{ a: ['🔒'], b: { c: null, d: 1 } }, 'success'],
  [{ a: 'x\0' }, 'invalid'],
  [{ a: [{ b: '\ud83d' }] }, 'invalid'],
  [{ 'a\0': 1 }, 'invalid'],
])('a body with the texts %j is a %s', (body, code) => {
  expect(codeOf(() => rejectUnstorable(body))).toBe(code);
});

it.each([
  [{ langue: 'zh_CN' }, undefined, 'zh'],
  [{ langue: 'en_US' }, 'zh-CN', 'en'],
  [{}, 'zh-CN,en;q=0.5', 'zh'],
  [null, 'de', 'en'],
  [null, undefined, 'en'],
  [{ langue: 7 }, 'zh', 'en'],
])('a request with %j from a browser that prefers %s is answered in %s', (body, accept, locale) => {
  const request = { headers: { 'accept-language': accept } } as FastifyRequest;
  expect(requestLocale(request, body)).toBe(locale);
});

it.each([
  ['device.xlsx', `attachment; filename="device.xlsx"; filename*=UTF-8''device.xlsx`],
  ['设备.xlsx', `attachment; filename="__.xlsx"; filename*=UTF-8''%E8%AE%BE%E5%A4%87.xlsx`],
  [`a"b\\'c(1).x`, `attachment; filename="a_b_'c(1).x"; filename*=UTF-8''a%22b%5C%27c%281%29.x`],
  ['a\r\nb', `attachment; filename="a__b"; filename*=UTF-8''a%0D%0Ab`],
])('a file named %j has this content disposition', (name, header) => {
  expect(contentDisposition(name)).toBe(header);
});

describe('a failure', () => {
  const failureFor = (error: unknown) => {
    const log: string[] = [];
    return {
      answer: failureOf(
        error,
        'zh',
        { error: (line) => log.push(line) },
        { path: '/a/b', fields: { plate: f.text(['Plate', '车牌']) } },
        'id-1',
      ),
      log,
    };
  };

  it('with a known code has a message in the reader’s language, and is not logged', () => {
    const fields = { a: ['Required', '必填'] as const };
    const error = new CallError('invalid', serverLabel('outOfRange'), { fields, data: { x: 1 } });
    expect(failureFor(error)).toEqual({
      answer: {
        verify: { sign: 'invalid', desc: '数值超出范围。' },
        data: { x: 1, fields: { a: '必填' } },
      },
      log: [],
    });
    expect(failureFor(new CallError('conflict', serverLabel('outOfRange'))).answer.data).toBeNull();
  });

  it('with invalid input names the fields by their labels', () => {
    const { verify } = failureFor(
      invalidInput({ plate: serverLabel('fixed'), other: serverLabel('fixed') }),
    ).answer;
    expect(verify).toEqual({ sign: 'invalid', desc: '请检查：车牌, other。' });
  });

  it('of an unexpected kind is explained in the log only', () => {
    const { answer, log } = failureFor(new Error('secret detail'));
    const desc = '服务器出错，请重试。如再次出错，请将此编号告知管理员：id-1。';
    expect(answer).toEqual({ verify: { sign: 'fail', desc }, data: null });
    expect(log).toEqual(['/a/b: secret detail']);
    expect(failureFor('thrown text').log).toEqual(['/a/b: thrown text']);
  });

  it('after a client disconnected is not logged', () => {
    const controller = new AbortController();
    controller.abort();
    expect(failureFor(controller.signal.reason).log).toEqual([]);
  });
});

it('open calls end when the client disconnects or the server stops', () => {
  const calls = trackOpenCalls();
  const replies = [1, 2].map(() => ({ raw: new EventEmitter() }) as unknown as FastifyReply);
  const [one, two] = replies.map((reply) => calls.signalFor(reply));
  (replies[0] as FastifyReply).raw.emit('close');
  expect([one?.aborted, two?.aborted, calls.isClosing]).toEqual([true, false, false]);
  const answered = { raw: Object.assign(new EventEmitter(), { writableFinished: true }) };
  const three = calls.signalFor(answered as unknown as FastifyReply);
  answered.raw.emit('close');
  calls.abort();
  expect([two?.aborted, three.aborted, calls.isClosing]).toEqual([true, false, true]);
  const late = { raw: new EventEmitter() } as unknown as FastifyReply;
  expect(calls.signalFor(late).aborted).toBe(true);
});
