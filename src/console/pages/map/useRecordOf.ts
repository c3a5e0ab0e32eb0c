import { type RaRecord, useGetList } from 'ra-core';

/** A filter by SN finds every SN that has it as a part. */
const CANDIDATES = 50;

/** The stored record of a device, which live data knows by its SN only; undefined until it is found. */
export const useRecordOf = (sn: string): RaRecord | undefined => {
  const { data } = useGetList('device', {
    filter: { sn },
    pagination: { page: 1, perPage: CANDIDATES },
    sort: { field: 'sn', order: 'ASC' },
  });
  return data?.find((record) => record.sn === sn);
};
