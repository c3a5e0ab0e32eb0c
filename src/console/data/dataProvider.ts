import type { ConsoleDataProvider } from './provider/ConsoleDataProvider';
import { createEntityApi, type EntityApiOptions } from './provider/entityApi';
import { fileMethods } from './provider/files';
import { listMethods } from './provider/lists';
import { operationMethods } from './provider/operations';
import { recordMethods } from './provider/records';
import { serviceMethods } from './provider/services';

export const ALARMS = 'alertRecord';

/** Creates the data provider for the declared entities. */
export const createDataProvider = (options: EntityApiOptions): ConsoleDataProvider => {
  const api = createEntityApi(options);
  const { entityOf, http } = api;
  const lists = listMethods(api);
  const missing = new Set<string>();
  // Only pages of a record need its code.
  const timelines = async () => {
    const { loadTimeline } = await import('./timeline');
    return loadTimeline({ ...options, getList: lists.getList, missing });
  };
  return {
    supportAbortSignal: true,
    call: (path, body, options) => http.post(path, body, options),
    ...lists,
    ...recordMethods(api),
    timeline: async (resource, query) => (await timelines()).timeline(entityOf(resource), query),
    story: async (resource, query) => (await timelines()).story(entityOf(resource), query),
    ...operationMethods(api),
    ...fileMethods(api),
    ...serviceMethods(api),
  };
};
