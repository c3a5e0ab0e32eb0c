import { expect, test } from 'vitest';
import { nameLabel, readableName } from '../../../src/domain/demoNames';
import { storedText } from '../../../src/domain/label';

test.each([
  ['Harbour Logistics / 港湾物流', 'Harbour Logistics', '港湾物流'],
  ['Loading area 3 / 装货区 3', 'Loading area 3', '装货区 3'],
  ['Our own yard', 'Our own yard', 'Our own yard'],
  ['Gate / 门', 'Gate / 门', 'Gate / 门'],
])('%j reads %j and %j', (name, en, zh) => {
  expect([readableName(name, 'en'), readableName(name, 'zh')]).toEqual([en, zh]);
});

test('a name of the demo is stored in both languages', () => {
  expect(storedText(nameLabel('Harbour Logistics'))).toBe('Harbour Logistics / 港湾物流');
});
