import { expect, test } from 'vitest';
import { fileAddress, fileName } from '../../../../src/fields/views/contexts';

test.each([
  ['https://files.example', 'a/b.png', 'https://files.example/a/b.png'],
  ['https://files.example', '/a/b.png', 'https://files.example/a/b.png'],
  ['', 'a.png', '/a.png'],
  ['https://files.example', 'HTTPS://cdn.example/a.png', 'HTTPS://cdn.example/a.png'],
  ['https://files.example', 'javascript:alert(1)', 'https://files.example/javascript:alert(1)'],
])('joins the file base %s with the path %s', (base, path, address) => {
  expect(fileAddress(base, path)).toBe(address);
});

test('names a file by the end of its path', () => {
  expect(fileName('firmware/2026/lock.bin')).toBe('lock.bin');
});
