import { type MapServices, providerIds } from '../providers';

/** A row of the table of map keys for browsers. */
export interface MapKeyRow {
  readonly mapCode: string;
  readonly useTerminal: string;
  readonly mapKey: string;
}

/** This console among the terminals that keys are for. */
export const THIS_TERMINAL = 'web';

/** The keys of this console by provider. */
export const mapKeysOf = (rows: readonly MapKeyRow[]): NonNullable<MapServices['keys']> =>
  Object.fromEntries(
    providerIds.flatMap((id) => {
      const row = rows.find(
        ({ mapCode, useTerminal }) => mapCode === id && useTerminal === THIS_TERMINAL,
      );
      return row ? [[id, row.mapKey]] : [];
    }),
  );
