import { type Expression, sql } from 'kysely';
import { invalidInput, serverLabel } from '../calls/endpoint';
import type { Database } from '../db';

/** Letters, small and capital, by the one of another script that they look like (UTS 39, 4). */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαАΑ',
  b: 'ьВЬΒ',
  c: 'сϲСϹ',
  d: 'ԁԀ',
  e: 'еЕΕ',
  g: 'ԍ',
  h: 'һҺНΗ',
  i: 'іιІΙ',
  j: 'јϳЈ',
  k: 'кκКΚ',
  l: 'ӏӀ',
  m: 'МΜ',
  n: 'ηΝ',
  o: 'оοσОΟ',
  p: 'рρРΡ',
  q: 'ԛԚ',
  r: 'г',
  s: 'ѕЅ',
  t: 'ТΤ',
  u: 'υ',
  v: 'ѵνѴ',
  w: 'ԝѡωԜ',
  x: 'хχХΧ',
  y: 'уүγУҮΥ',
  z: 'Ζ',
  ä: 'ӓӒ',
  ë: 'ёЁ',
  ï: 'їϊЇΪ',
  ö: 'ӧӦ',
  п: 'πΠ',
  ф: 'φΦ',
  т: 'τ',
  є: 'ε',
  г: 'Γ',
};

const FROM = Object.values(LOOK_ALIKES).join('');
const TO = Object.entries(LOOK_ALIKES)
  .map(([letter, others]) => letter.repeat(others.length))
  .join('');

/** Name with each letter replaced by the one that it looks like. Names that look alike have the same. */
const skeletonOf = (name: Expression<string>) =>
  sql<string>`lower(translate(${name}, ${FROM}, ${TO}))`;

/**
 * Checks that a new login name does not pass for another operator's in another script, such as the Cyrillic сора for copa.
 * @param field with the name
 * @param ownId of the operator whose name it becomes; undefined for a new one
 * @throws CallError `invalid` on `field`
 */
export const checkLooks = async (
  db: Database,
  field: string,
  name: unknown,
  ownId?: unknown,
): Promise<void> => {
  const rows = await db
    .selectFrom('oper')
    .select('id')
    .where((eb) => {
      const newName = eb.cast<string>(eb.val(name), 'text');
      return eb.and([
        eb('id', 'is distinct from', ownId === undefined ? null : Number(ownId)),
        eb(skeletonOf(eb.ref('loginName')), '=', skeletonOf(newName)),
        // The same name is refused as one in use.
        eb(eb.fn<string>('lower', ['loginName']), '<>', eb.fn<string>('lower', [newName])),
      ]);
    })
    .execute();
  if (rows.length > 0) throw invalidInput({ [field]: serverLabel('looksTaken') });
};
