import { CALL } from '../../../protocol';
import { typedCalls } from '../typedCalls';
import type { ConsoleDataProvider } from './ConsoleDataProvider';
import type { EntityApi } from './entityApi';

/** Methods that belong to no entity: live data, the gazetteer and reports. */
export const serviceMethods = ({ http, badAnswerError }: EntityApi) => {
  const call = typedCalls(http.post);
  return {
    pageRoles: (code, signal) => call(CALL.PAGE_ROLES, { menu_code: code }, { signal }),
    liveSnapshot: (signal) => http.post(CALL.LIVE_SNAPSHOT, {}, { signal }),
    livePart: (part, signal) => http.post(CALL.LIVE_SNAPSHOT, { part }, { signal }),
    liveChanges: (cursor, signal) => call(CALL.LIVE_CHANGES, { cursor }, { signal }),
    findPlaces: async (text, signal) => {
      const answer = await call(CALL.PLACE_FIND, { text }, { signal });
      return answer?.places ?? [];
    },
    placeWords: async (place, signal) => {
      const answer = await call(CALL.PLACE_WORDS, { places: [place] }, { signal });
      return answer?.words?.[0] ?? '';
    },
    placeLimits: (signal) => call(CALL.PLACE_LIMITS, {}, { signal }),
    mapSession: (signal) => call(CALL.MAP_SESSION, {}, { signal }),
    runReport: async (question, options) => {
      const page = await call(CALL.REPORT_RUN, question, options);
      if (!Array.isArray(page?.list)) throw badAnswerError(page);
      return page;
    },
    reportFile: (question) => http.file(CALL.REPORT_EXPORT, question),
  } satisfies Partial<ConsoleDataProvider>;
};
