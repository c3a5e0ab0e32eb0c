import { describe, expect, it } from 'vitest';
import config from '../../../../resources.config';
import { action, type Console, entity, f } from '../../../../src/config';
import { entityOf } from '../../../../src/fields/declaration';
import { validateConfig } from '../../../../src/server/validate';

const label = (text: string) => [text, `${text}名`] as const;

const code = f.text(label('Code'), { required: true });

const part = (options: object = {}, name = 'box') =>
  entity(name, label(`Box ${name}`), { fields: { code }, partOf: 'load', ...options } as never);

const load = (fields: object, options: object = {}) =>
  entity('load', label('Load'), {
    fields: { title: f.text(label('Title')), ...fields },
    ...options,
  } as never);

const linesIn = (of: unknown, name = 'Boxes') => f.lines(label(name), of as never);

const check = (...entities: readonly unknown[]): string[] => {
  const all = { ...config, entities: [...config.entities, ...entities] } as unknown as Console;
  return validateConfig(all).errors.map((each) => String(each).replace(/^.*?: (?=box|load)/, ''));
};

describe('the check of lines', () => {
  it.each([
    ['an unknown parent', () => [part({ partOf: 'lode' })], 'names lode, which is no entity'],
    ['itself as its parent', () => [part({ partOf: 'box' })], 'is partOf itself'],
    [
      'a parent without lines of it',
      () => [part(), load({})],
      'is partOf load, which has no lines of it',
    ],
    [
      'lines of what is no part',
      () => [part({ partOf: undefined }), load({ boxes: linesIn(part({ partOf: undefined })) })],
      'has lines of box, which is not partOf it',
    ],
    [
      'lines of the same part twice',
      () => [part(), load({ a: linesIn(part(), 'A'), b: linesIn(part(), 'B') })],
      'has lines of box in b too',
    ],
    [
      'a part with actions',
      () => [part({ actions: { go: action(label('Go')) } }), load({ boxes: linesIn(part()) })],
      'cannot have actions',
    ],
    [
      'a part with a file',
      () => [
        part({ fields: { code, paper: f.file(label('Paper')) } }),
        load({ boxes: linesIn(part()) }),
      ],
      'cannot have paper: a file',
    ],
    [
      'a column of the server',
      () => [
        part({ fields: { code, line_no: f.number(label('No')) } }),
        load({ boxes: linesIn(part()) }),
      ],
      'have a line_no already',
    ],
    [
      'a reference to lines',
      () => [part(), load({ boxes: linesIn(part()), one: f.ref(label('One'), 'box' as never) })],
      'refers to box, whose records are lines of others',
    ],
    [
      'a formula of what no line stores',
      () => [
        part(),
        load(
          { boxes: linesIn(part()), n: f.number(label('N')) },
          { computed: { n: { lines: 'boxes', take: 'sum', each: { line: 'size' } } } },
        ),
      ],
      'reads boxes.size, which is no stored field',
    ],
    [
      'a rule over lines',
      () => [
        part(),
        load(
          { boxes: linesIn(part()) },
          { rules: [{ unique: ['boxes'], at: 'boxes', message: label('No') }] },
        ),
      ],
      'has a rule over boxes, whose values the database cannot compare',
    ],
  ])('finds %s', (_, entities, sentence) => {
    expect(check(...entities())).toContainEqual(expect.stringContaining(sentence));
  });

  it('finds nothing in a sound declaration, nor after it was read back from JSON', () => {
    const sound = [part(), load({ boxes: linesIn(part()) })];
    expect(check(...sound)).toEqual([]);
    const json = {
      name: 'load',
      label: label('Load'),
      fields: {
        title: { kind: 'text', label: label('Title') },
        boxes: { kind: 'lines', label: label('Boxes'), of: 'box' },
      },
    };
    expect(entityOf(json).fields.boxes).toMatchObject({ kind: 'lines', of: 'box' });
  });
});
