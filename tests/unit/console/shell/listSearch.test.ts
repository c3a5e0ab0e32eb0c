import { expect, it } from 'vitest';
import { initialState, stateOfUrl } from '../../../../src/console/screens/list/listState';
import { listSearch } from '../../../../src/console/shell/listSearch';
import { alertRecord } from '../../../../src/resources';

it.each([[{ state: 0 }], [{ police_type: [1008, 1010], sn: 'a&b="ü"#' }], [{}]])(
  'opens a list narrowed by %j and nothing else',
  (filter) => {
    const state = stateOfUrl(new URLSearchParams(listSearch(filter)), initialState(alertRecord));
    expect(state?.filter).toEqual(filter);
  },
);
