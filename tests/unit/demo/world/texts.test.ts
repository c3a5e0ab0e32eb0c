import { expect, test } from 'vitest';
import { translateTo } from '../../../../src/demo/world/texts';

test('translates a demo text into one language', () => {
  const [english, chinese] = [translateTo('en'), translateTo('zh')];
  expect(english('Harbour Logistics')).toBe('Harbour Logistics');
  expect(chinese('Harbour Logistics')).toBe('港湾物流');
  expect(english('Door %{number}', { number: 2 })).toBe('Door 2');
  expect(chinese('%{gate}, gate', { gate: chinese('Wuhan terminal') })).toBe('武汉码头门岗');
});
