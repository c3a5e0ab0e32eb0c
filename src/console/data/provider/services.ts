import { CALL, type PlaceResult } from '../../../protocol';
import { typedCalls } from '../typedCalls';
import type { ConsoleDataProvider } from './ConsoleDataProvider';
import type { EntityApi } from './entityApi';

/** Methods that belong to no entity: live data, the gazetteer and reports. */
export const serviceMethods = ({ http, badAnswerError }: EntityApi) => {
  const call = typedCalls(http.post);
  return {
    pageRoles: (code, signal) => http.post(CALL.PAGE_ROLES, { menu_code: code }, { signal }),
    liveSnapshot: (signal) => http.post(CALL.LIVE_SNAPSHOT, {}, { signal }),
    livePart: (part, signal) => http.post(CALL.LIVE_SNAPSHOT, { part }, { signal }),
    liveChanges: (cursor, signal) => http.post(CALL.LIVE_CHANGES, { cursor }, { signal }),
    findPlaces: async (text, signal) => {
      const body = { text };
      const answer = await http.post<{ places?: PlaceResult[] } | null>(CALL.PLACE_FIND, body, {
        signal,
      });
      return answer?.places ?? [];
    },
    placeWords: async (place, signal) => {
      const body = { places: [place] };
      const answer = await http.post<{ words?: string[] } | null>(CALL.PLACE_WORDS, body, {
        signal,
      });
      return answer?.words?.[0] ?? '';
    },
    placeLimits: (signal) => http.post(CALL.PLACE_LIMITS, {}, { signal }),
    mapSession: (signal) => http.post(CALL.MAP_SESSION, {}, { signal }),
    runReport: async (question, options) => {
      const page = await call(CALL.REPORT_RUN, question, options);
      if (!Array.isArray(page?.list)) throw badAnswerError(page);
      return page;
    },
    reportFile: (question) => http.file(CALL.REPORT_EXPORT, question),
  } satisfies Partial<ConsoleDataProvider>;
};
