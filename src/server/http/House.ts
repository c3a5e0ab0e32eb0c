import type { Files } from '../files';
import type { Journal } from '../journal';
import type { Rights } from '../rights';
import type { Sessions } from '../session';
import type { CheckSign } from './checkSign';
import type { HttpLog } from './HttpOptions';
import type { OpenCalls } from './openCalls';
import type { SeenSigns } from './seenSigns';

/** What every call passes through. */
export interface House {
  readonly checkSign: CheckSign;
  readonly sessions: Sessions;
  readonly rights: Rights;
  readonly seenSigns: SeenSigns;
  readonly journal: Journal;
  readonly files: Files;
  readonly calls: OpenCalls;
  readonly log: HttpLog;
  /** ms since 1970. */
  readonly now: () => number;
}
