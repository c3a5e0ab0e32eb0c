import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type AnyField, type Field, f } from '../../../../src/config';
import { TitleNamesContext } from '../../../../src/fields/views/contexts';
import { valueCell } from '../../../../src/fields/views/valueCell';

const names = (entity: string, title: string) =>
  entity === 'device' && title === 'SD01' ? 'Truck 7' : undefined;

/** Text of a cell of a record. */
const textOf = (field: AnyField, record: object) => {
  const cell = valueCell({
    field: field as Field,
    name: 'sn',
    value: 'SD01',
    record: { ...record },
  });
  const html = renderToStaticMarkup(<TitleNamesContext value={names}>{cell}</TitleNamesContext>);
  return html.replace(/<style.*?<\/style>|<[^>]*>/g, '');
};

const lock = f.lock(['SN', '设备号']);
const named = f.lock(['SN', '设备号'], { via: 'device_name' });

describe('a lock in a cell', () => {
  it.each([
    ['the live name', lock, {}, 'Truck 7 SD01'],
    ['the name in its row', named, { device_name: 'Trailer' }, 'Trailer SD01'],
    ['the live name, if its row has none', named, { device_name: null }, 'Truck 7 SD01'],
  ])('has %s before its number', (_, field, record, text) => {
    expect(textOf(field, record)).toBe(text);
  });
});
