/** Key under which a declaration holds an Error created at its call site. Object spread copies it. */
const SOURCE = Symbol('source');

let isRecording = false;

/** Makes every later declaration record its call site. Off by default, as browsers do not need it. */
export const recordSources = (): void => {
  isRecording = true;
};

/** Returns the call-site mark to spread into a declaration. Its stack is formatted lazily, on first read. */
export const sourceMark = (): object => (isRecording ? { [SOURCE]: new Error() } : {});

/** Call site: absolute path and line. */
export interface Source {
  readonly file: string;
  readonly line: number;
}

const LIBRARY = /[\\/](src[\\/](?:config|fields|server)|node_modules)[\\/]/;
const FRAME = /\(?(?:file:\/\/)?((?:\/|[A-Za-z]:)[^():]+):(\d+):\d+\)?$/;

/** Returns the innermost stack frame outside this folder, `server` and `node_modules`. */
export const sourceOfError = ({ stack = '' }: Error): Source | undefined => {
  const frames = stack.split('\n').map((text) => FRAME.exec(text));
  const frame = frames.find((each) => each && !LIBRARY.test(each[1] ?? ''));
  return frame?.[1] === undefined ? undefined : { file: frame[1], line: Number(frame[2]) };
};

/** Returns the call site of a declaration; undefined if it was not recorded. */
export const sourceOf = (declaration: unknown): Source | undefined => {
  const mark = (declaration as Readonly<Record<symbol, Error>> | undefined)?.[SOURCE];
  return mark && sourceOfError(mark);
};
