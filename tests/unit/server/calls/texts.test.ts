import { describe, expect, it } from 'vitest';
import { f } from '../../../../src/config';
import { rule } from '../../../../src/fields';
import { InvalidInput, ruleLabel, serverLabel } from '../../../../src/server/calls/endpoint';
import { serverTexts } from '../../../../src/server/calls/texts';

const placeholders = (words: string) => [...words.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name);

describe('the texts for users', () => {
  it.each(Object.entries(serverTexts))(
    '%s has both languages with the same placeholders',
    (_, [en, zh]) => {
      expect(zh).toMatch(/[一-龥]/);
      expect(placeholders(zh).sort()).toEqual(placeholders(en).sort());
    },
  );

  it('insert a label in the language of the text', () => {
    expect(serverLabel('throttled', { minutes: 3 })[0]).toBe(
      'Too many failed attempts. Try again in 3 min.',
    );
    expect(serverLabel('unknownHeader', { names: ['Wheels', '车轮'] })).toEqual([
      'No column is called Wheels',
      '没有名为 车轮 的列',
    ]);
    expect(serverLabel('noSuchCall')[0]).toBe('The call  does not exist.');
  });

  it('name wrong fields by their labels, up to five', () => {
    const fields = { plate: f.text(['Plate', '车牌']) };
    const why = ruleLabel(rule('required'));
    const error = new InvalidInput({ plate: why, other: why });
    expect(new InvalidInput({ sns: why, plate_from: why }).asCalledBy(fields)).toEqual([
      'Check these fields: Devices, Plate (from).',
      '请检查：设备, 车牌（起）。',
    ]);
    expect(error.asCalledBy(fields)).toEqual([
      'Check these fields: Plate, other.',
      '请检查：车牌, other。',
    ]);
    expect(error.refused.fields).toEqual({
      plate: ['Required', '必填'],
      other: ['Required', '必填'],
    });
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`f${i}`, why]));
    expect(new InvalidInput(many).desc[0]).toBe('Check these fields: f0, f1, f2, f3, f4.');
  });
});
