/** Serial numbers of the messages to the locks of one connection: 16 bits, then from 0 again. */
export interface Serials {
  next(): number;
  /** Reserves the consecutive serials of a message in parts. Returns the first. */
  reserve(count: number): number;
}

export const createSerials = (): Serials => {
  let next = 0;
  const reserve = (count: number): number => {
    const first = next;
    next = (next + count) & 0xffff;
    return first;
  };
  return { next: () => reserve(1), reserve };
};
