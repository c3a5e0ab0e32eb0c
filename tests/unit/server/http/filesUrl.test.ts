import { expect, test } from 'vitest';
import { filesUrlAt } from '../../../../src/server/http/downloads';

test.each([
  ['http://10.0.0.1:8020', '/files', 'http://10.0.0.1:8020/files'],
  ['https://example.com/', '/files', 'https://example.com/files'],
  ['https://example.com/seals', '/files', 'https://example.com/seals/files'],
  ['https://example.com/seals/', '/files', 'https://example.com/seals/files'],
  ['https://example.com/seals', 'https://files.example.com', 'https://files.example.com'],
])('at %s with files at %s, locks download from %s', (base, imageServerUrl, address) => {
  expect(filesUrlAt(base, imageServerUrl)).toBe(address);
});
