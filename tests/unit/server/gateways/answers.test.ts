import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { answerWords } from '../../../../src/domain/fault';
import { appointmentCommandRecord } from '../../../../src/resources';
import { sourceFiles } from '../../house/imports';

it('an answer in place of a lock has words in both languages', () => {
  const literals = sourceFiles('src/server/gateways').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\b(?:refused: |message: |failed\()'[^']+'/g),
  ]);
  expect(literals.map(([text]) => text)).toEqual([]);
  const { labels } = appointmentCommandRecord.fields.message;
  expect(labels).toEqual(expect.arrayContaining(Object.values(answerWords)));
});
