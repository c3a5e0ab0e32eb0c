/** What the server tells the person who runs it. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

const line = (stream: NodeJS.WriteStream, text: string) => stream.write(`${text}\n`);

/** Plain lines: what is expected on standard output, what needs a look on standard error. */
export const consoleLog: Log = {
  info: (text) => line(process.stdout, text),
  warn: (text) => line(process.stderr, text),
  error: (text) => line(process.stderr, text),
};
