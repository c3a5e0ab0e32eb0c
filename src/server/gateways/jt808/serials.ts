/** Serial numbers of the messages to the locks of one connection: 16 bits, then from 0 again. */
export const createSerials = () => {
  let next = 0;
  /** Reserves the consecutive serials of a message in parts. Returns the first. */
  const reserve = (count: number): number => {
    const first = next;
    next = (next + count) & 0xffff;
    return first;
  };
  return { next: () => reserve(1), reserve };
};

export type Serials = ReturnType<typeof createSerials>;
