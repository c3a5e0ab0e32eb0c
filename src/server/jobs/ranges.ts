/** Places from the first number up to, but without, the second; in order, none twice. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** The first so many places, and what is left. */
export const takePlaces = (ranges: Ranges, most: number): [places: number[], rest: Ranges] => {
  const places: number[] = [];
  const rest: [number, number][] = [];
  for (const [from, to] of ranges) {
    const end = Math.min(to, from + most - places.length);
    for (let place = from; place < end; place++) places.push(place);
    if (end < to) rest.push([end, to]);
  }
  return [places, rest];
};

/** Ranges with some more places, which are not among them yet. */
export const withPlaces = (ranges: Ranges, places: readonly number[]): Ranges => {
  const all = [...ranges, ...places.map((place) => [place, place + 1] as const)];
  const merged: [number, number][] = [];
  for (const [from, to] of all.sort(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last && last[1] === from) last[1] = to;
    else merged.push([from, to]);
  }
  return merged;
};
