/** Counts the lines of `src` by room. `npm run size` prints all of them, and those of code. */
import { readdirSync, readFileSync } from 'node:fs';

interface Lines {
  readonly all: number;
  /** Without blank lines, comments and imports. */
  readonly code: number;
}

/** Rooms are the folders of `src`, and those of the console and the server. */
const roomOf = (path: string): string => {
  const [first = '', second, third] = path.split('/');
  if (second === undefined) return 'root';
  return third !== undefined && /^(console|server)$/.test(first) ? `${first}/${second}` : first;
};

const isCode = (line: string): boolean =>
  !/^\s*($|\/\/|\/\*|\*)/.test(line) && !/^import\b|^\} from '|^export .* from '/.test(line);

/** Returns the lines of the rooms, by name. */
export const linesByRoom = (): ReadonlyMap<string, Lines> => {
  const rooms = new Map<string, Lines>();
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' });
  for (const path of paths.filter((each) => /\.(tsx?|mjs)$/.test(each)).sort()) {
    const lines = readFileSync(`src/${path}`, 'utf8').trimEnd().split('\n');
    const { all, code } = rooms.get(roomOf(path)) ?? { all: 0, code: 0 };
    rooms.set(roomOf(path), {
      all: all + lines.length,
      code: code + lines.filter(isCode).length,
    });
  }
  return rooms;
};

export const totalOf = (rooms: ReadonlyMap<string, Lines>): Lines =>
  [...rooms.values()].reduce(
    (sum, { all, code }) => ({ all: sum.all + all, code: sum.code + code }),
    { all: 0, code: 0 },
  );
