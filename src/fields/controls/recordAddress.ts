import { createContext, useContext } from 'react';

/** Where a record is shown; undefined when the reader has no page that shows it. */
export type RecordAddress = (entity: string, id: number) => string | undefined;

export const RecordAddressContext = createContext<RecordAddress>(() => undefined);

/** A function that tells where a record is shown. */
export const useRecordAddress = (): RecordAddress => useContext(RecordAddressContext);
