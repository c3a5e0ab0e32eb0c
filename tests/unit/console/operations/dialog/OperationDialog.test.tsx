import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NameList } from '../../../../../src/console/operations/dialog/OperationDialog';

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
