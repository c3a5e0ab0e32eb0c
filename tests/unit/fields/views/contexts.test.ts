import { expect, test } from 'vitest';
import { fileAddress, fileName } from '../../../../src/fields/views/contexts';

test.each([
  ['https://files.example', 'a/b.png', 'https://files.example/a/b.png'],
  ['https://files.example', '/a/b.png', 'https://files.example/a/b.png'],
  ['', 'a.png', '/a.png'],
  ['https://files.example', 'HTTPS://cdn.example/a.png', 'HTTPS://cdn.example/a.png'],
  ['https://files.example', 'javascript:alert(1)', 'https://files.example/javascript:alert(1)'],
])('the address of a file under %s: %s', (base, path, address) => {
  expect(fileAddress(base, path)).toBe(address);
});

test('a file is known by the end of its path', () => {
  expect(fileName('firmware/2026/lock.bin')).toBe('lock.bin');
});
