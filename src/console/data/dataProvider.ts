import { CALL } from '../../protocol';
import type { ConsoleDataProvider } from './provider/ConsoleDataProvider';
import { createEntityApi, type EntityApiOptions } from './provider/entityApi';
import { fileMethods } from './provider/files';
import { listMethods } from './provider/lists';
import { operationMethods } from './provider/operations';
import { recordMethods } from './provider/records';
import { typedCalls } from './typedCalls';

export const ALARMS = 'alertRecord';

export const createDataProvider = (options: EntityApiOptions): ConsoleDataProvider => {
  const api = createEntityApi(options);
  const { http } = api;
  const call = typedCalls(http.post);
  return {
    supportAbortSignal: true,
    call: (path, body, options) => http.post(path, body, options),
    ...listMethods(api),
    ...recordMethods(api),
    ...operationMethods(api),
    ...fileMethods(api),
    pageRoles: (code, signal) => call(CALL.PAGE_ROLES, { menu_code: code }, { signal }),
    liveSnapshot: (signal) => http.post(CALL.LIVE_SNAPSHOT, {}, { signal }),
    livePart: (part, signal) => http.post(CALL.LIVE_SNAPSHOT, { part }, { signal }),
    liveChanges: (cursor, signal) => call(CALL.LIVE_CHANGES, { cursor }, { signal }),
    findPlaces: async (text, signal) =>
      (await call(CALL.PLACE_FIND, { text }, { signal }))?.places ?? [],
    placeWords: async (place, signal) =>
      (await call(CALL.PLACE_WORDS, { places: [place] }, { signal }))?.words?.[0] ?? '',
    placeCountries: async (places, signal) =>
      (await call(CALL.PLACE_WORDS, { places }, { signal }))?.countries ?? [],
    placeLimits: (signal) => call(CALL.PLACE_LIMITS, {}, { signal }),
    mapSession: (signal) => call(CALL.MAP_SESSION, {}, { signal }),
    runReport: async (question, options) => {
      const page = await call(CALL.REPORT_RUN, question, options);
      if (!Array.isArray(page?.list)) throw api.badAnswerError(page);
      return page;
    },
    reportFile: (question) => http.file(CALL.REPORT_EXPORT, question),
  };
};
