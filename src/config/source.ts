/** Key under which a declaration keeps an Error made where it was written. Copies by spread keep it. */
const SOURCE = Symbol('source');

let isRecording = false;

/** Makes every declaration from now on keep where it was written. Off by default: browsers have no use for it. */
export const recordSources = (): void => {
  isRecording = true;
};

/** Returns the mark of a declaration to spread into it. Its stack is formatted when it is read, which takes time. */
export const sourceMark = (): object => (isRecording ? { [SOURCE]: new Error() } : {});

/** File, as an absolute path, and line. */
export interface Source {
  readonly file: string;
  readonly line: number;
}

const LIBRARY = /[\\/](src[\\/]config|node_modules)[\\/]/;
const FRAME = /\(?(?:file:\/\/)?((?:\/|[A-Za-z]:)[^():]+):(\d+):\d+\)?$/;

/** Returns the innermost line of a stack that is outside of this folder and of libraries. */
export const sourceOfError = ({ stack = '' }: Error): Source | undefined => {
  const frames = stack.split('\n').map((text) => FRAME.exec(text));
  const frame = frames.find((each) => each && !LIBRARY.test(each[1] ?? ''));
  return frame?.[1] === undefined ? undefined : { file: frame[1], line: Number(frame[2]) };
};

/** Returns where a declaration was written; undefined if it was not recorded. */
export const sourceOf = (declaration: unknown): Source | undefined => {
  const mark = (declaration as Readonly<Record<symbol, Error>> | undefined)?.[SOURCE];
  return mark && sourceOfError(mark);
};
