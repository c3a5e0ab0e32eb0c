import { TestMemoryRouter } from 'react-admin';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type AnyEntity, entity, f } from '../../../../src/config';
import { recordAddress } from '../../../../src/console/app/menus';
import { useScreenUrl } from '../../../../src/console/entity/screenUrl';

const fields = {
  sn: f.text(['SN', '设备号']),
  number: f.number(['Number', '编号'], { integer: true }),
};
const byId = entity('lock', ['Lock', '锁'], { fields });
const bySn = entity('lock', ['Lock', '锁'], { fields, key: 'sn' });
const byNumber = entity('lock', ['Lock', '锁'], { fields, key: 'number' });

const Keys = ({ of }: { of: AnyEntity }) => {
  const { detailId, editedId } = useScreenUrl(of).overlay;
  return <i>{JSON.stringify({ detailId, editedId })}</i>;
};

/** Returns the ids that are read from the address that the console writes for a record. */
const openIds = (of: AnyEntity, id: string | number) => {
  const html = renderToStaticMarkup(
    <TestMemoryRouter initialEntries={[`${recordAddress('/locks', id)}&edit=${id}`]}>
      <Keys of={of} />
    </TestMemoryRouter>,
  );
  return JSON.parse(html.replace(/<\/?i>/g, '').replaceAll('&quot;', '"'));
};

test.each<[string, AnyEntity, string | number, string | number]>([
  ['a number', byId, 5, 5],
  ['a number of 15 digits', byId, 861234567890123, 861234567890123],
  ['a number beyond 2^53', byId, '1790000000000000001', '1790000000000000001'],
  ['a text key of an undeclared server', byId, '007', '007'],
  ['a serial number of 15 digits', bySn, '861234567890123', '861234567890123'],
  ['a leading zero', bySn, '012345678901234', '012345678901234'],
  ['one digit as text', bySn, '5', '5'],
  ['a declared number', byNumber, 5, 5],
])('opens the address with %s', (_, of, id, key) => {
  expect(openIds(of, id)).toEqual({ detailId: key, editedId: key });
});

test('keeps every character of a key in an address', () => {
  expect(recordAddress('/locks', 'A&edit=1 +%#')).toBe('/locks?show=A%26edit%3D1+%2B%25%23');
});
