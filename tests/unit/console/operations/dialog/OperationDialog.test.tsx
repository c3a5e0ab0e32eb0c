import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import {
  NameList,
  RecordNames,
} from '../../../../../src/console/operations/dialog/OperationDialog';

it.each([
  [200, false],
  [201, true],
])('lists of %i names the first 200, and mentions further ones: %s', (count, more) => {
  const names = Array.from({ length: count }, (_, i) => `SN${i}`);
  const html = renderToStaticMarkup(<NameList names={names} />);
  expect(html).toContain('SN199');
  expect(html).not.toContain('SN200');
  expect(html.includes('…')).toBe(more);
});

it('counts records of one name', () => {
  const names = ['EYF00003', 'EYF00007', 'EYF00003', 'EYF00003'];
  const html = renderToStaticMarkup(<RecordNames label="Records" names={names} />);
  expect(html.match(/EYF\d+[^<]*/g)).toEqual(['EYF00003 ×3', 'EYF00007']);
});
