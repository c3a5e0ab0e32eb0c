const pad = (value: number) => String(value).padStart(2, '0');

/** `设备-20261120.xlsx`: what it is and of which day. */
export const exportName = (label: string, now: number): string => {
  const day = new Date(now);
  const date = `${day.getFullYear()}${pad(day.getMonth() + 1)}${pad(day.getDate())}`;
  return `${label}-${date}.xlsx`;
};
