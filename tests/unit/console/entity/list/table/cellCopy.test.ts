import { expect, test } from 'vitest';
import { fieldOf } from '../../../../../../src/console/app/record';
import { clipboardText } from '../../../../../../src/console/entity/list/table/cellCopy';
import { lock } from '../../entities';

const columns = ['sn', 'name', 'org_id', 'state'].flatMap((name) => {
  const field = fieldOf(lock, name);
  return field ? [{ name, field }] : [];
});

test('copies rows as shown, one a line, separated by tabs', () => {
  const rows = [
    { sn: 'A1', name: 'a\tb\nc', org_id: 4, org_name: '港口', state: 1 },
    { sn: 'A2', name: null, org_id: null, state: 0 },
  ];
  expect(clipboardText(rows, columns, 'zh')).toBe('A1\ta b c\t港口\t施封\nA2\t\t\t开');
});
