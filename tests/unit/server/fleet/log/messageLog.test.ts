import { describe, expect, it } from 'vitest';
import { maskSecretsInJson, payloadText } from '../../../../../src/server/fleet/log/messageLog';

describe('a text message', () => {
  it.each([
    ['{"id":"1","args":{"password":"12345612"}}', '{"id":"1","args":{"password":"***"}}'],
    ['{"apn":"cmnet", "Password" : "a\\"b" }', '{"apn":"cmnet", "Password" : "***" }'],
    ['{"bluetoothKey":{"key":"ab"},"keyword":1}', '{"bluetoothKey":{"key":"***"},"keyword":"***"}'],
    ['{"values":{"unsealPassword":{"password":11111111}}}', undefined],
    ['{"monkey":"free","monkeys":3}', '{"monkey":"free","monkeys":3}'],
    ['(8000620011,P22,2)', '(8000620011,P22,2)'],
    [`{"${'pwd'.repeat(3000)}`, `{"${'pwd'.repeat(3000)}`],
  ])('is shown without secrets', (text, shown) => {
    if (shown === undefined) expect(maskSecretsInJson(text)).not.toContain('11111111');
    else expect(maskSecretsInJson(text)).toBe(shown);
  });
});

describe('a binary payload', () => {
  it.each([
    [Buffer.from('{"ts":1}\r\n\t锁'), false, '{"ts":1}\r\n\t锁'],
    [Buffer.from('7e02000000', 'hex'), false, undefined],
    [Buffer.from([0xff, 0xfe]), false, undefined],
    [Buffer.from('锁').subarray(0, 2), false, undefined],
    [Buffer.from('a锁').subarray(0, 3), true, 'a'],
    [Buffer.from('\u007f'), false, undefined],
    [Buffer.alloc(0), false, ''],
  ])('is recognised as text or binary', (bytes, isCut, text) => {
    expect(payloadText(bytes, isCut)).toBe(text);
  });
});
