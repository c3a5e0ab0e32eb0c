/** A calendar month in UTC: from its first moment until before the next one's, ms since 1970. */
export interface Month {
  /** yyyyMM */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The month of a moment, or the one so many months away from it. */
export const monthOf = (moment: number, away = 0): Month => {
  const date = new Date(moment);
  const startOf = (shift: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + shift);
  const from = startOf(away);
  return {
    name: new Date(from).toISOString().slice(0, 7).replace('-', ''),
    from,
    to: startOf(away + 1),
  };
};
