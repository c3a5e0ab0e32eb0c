/** One column of an order. */
export interface SortBy {
  readonly field: string;
  readonly order: 'ASC' | 'DESC';
}

/** Columns that order a list, the first of them most. Never none. */
export type Sorts = readonly [SortBy, ...SortBy[]];

/** More would order nothing that anybody can follow. */
export const MOST_SORTS = 4;

/** What joins columns in an address and on the way to the data provider. */
const JOINER = ',';

/** Sorts as react-admin's one sort, as the data provider takes several: `{ field: 'a,b', order: 'ASC,DESC' }`. */
export const joinedSort = (sorts: Sorts): { field: string; order: 'ASC' | 'DESC' } => ({
  field: sorts.map(({ field }) => field).join(JOINER),
  order: sorts.map(({ order }) => order).join(JOINER) as 'ASC' | 'DESC',
});

/** The opposite of `joinedSort`; undefined when no column is named. An order that is missing is ascending. */
export const splitSort = (field: string | null, order: string | null): Sorts | undefined => {
  const orders = (order ?? '').split(JOINER);
  const [first, ...others] = (field ?? '')
    .split(JOINER)
    .map((name, i): SortBy => ({ field: name, order: orders[i] === 'DESC' ? 'DESC' : 'ASC' }))
    .filter(({ field: name }) => name !== '');
  return first && [first, ...others.slice(0, MOST_SORTS - 1)];
};

const turned = ({ field, order }: SortBy): SortBy => ({
  field,
  order: order === 'ASC' ? 'DESC' : 'ASC',
});

/**
 * The order after a column's head was pressed: by this column alone, upward first and then turned.
 * @param add with Shift: the column comes after the others, is turned where it is, and leaves when pressed again
 */
export const sortPressed = (sorts: Sorts, name: string, add: boolean): Sorts => {
  const found = sorts.find(({ field }) => field === name);
  if (!add) {
    const alone =
      found && sorts[0] === found ? turned(found) : { field: name, order: 'ASC' as const };
    return [alone];
  }
  if (!found)
    return [...sorts, { field: name, order: 'ASC' as const }].slice(
      -MOST_SORTS,
    ) as unknown as Sorts;
  const [first, ...rest] = sorts.flatMap((each) => {
    if (each !== found) return [each];
    return found.order === 'ASC' || sorts.length === 1 ? [turned(found)] : [];
  });
  return first ? [first, ...rest] : sorts;
};
