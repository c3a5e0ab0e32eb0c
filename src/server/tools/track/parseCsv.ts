import { parseTime } from './parseTime';
import { addPoint, pointOf, type Trajectories } from './trackPoint';

/** How files call what we need; the first that is there counts. */
const NAMES = {
  lat: ['lat', 'latitude', 'y'],
  lon: ['lon', 'lng', 'long', 'longitude', 'x'],
  time: ['time', 'timestamp', 'datetime', 'date', 't'],
  name: ['trajectory_id', 'trajectory', 'track_id', 'trip_id'],
} as const;

/** The cells of a line; a cell in double quotes may hold the separator, and a quote written twice. */
const cellsOf = (line: string, separator: string): string[] => {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const sign = line[i] ?? '';
    if (sign === '"' && quoted && line[i + 1] === '"') cell += line[++i];
    else if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
};

/**
 * Reads recordings from CSV with a line of headers, separated by `;` or `,`: latitude, longitude and time under any of
 * their usual names, and the name of the recording where there is one. Lines without a place or a time are left out.
 * @throws Error that says which column is missing
 */
export const parseCsv = (text: string): Trajectories => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const head = lines[0] ?? '';
  const separator = head.split(';').length > head.split(',').length ? ';' : ',';
  const headers = cellsOf(head, separator).map((header) => header.trim().toLowerCase());
  const column = (of: keyof typeof NAMES): number =>
    NAMES[of].map((name) => headers.indexOf(name)).find((index) => index >= 0) ?? -1;
  const columns = {
    lat: column('lat'),
    lon: column('lon'),
    time: column('time'),
    name: column('name'),
  };
  for (const of of ['lat', 'lon', 'time'] as const) {
    if (columns[of] < 0) throw new Error(`CSV without a column ${NAMES[of].join(', ')}`);
  }
  const trajectories: Trajectories = new Map();
  for (const line of lines.slice(1)) {
    const cells = cellsOf(line, separator);
    const point = pointOf(cells[columns.lat], cells[columns.lon], parseTime(cells[columns.time]));
    if (point) addPoint(trajectories, cells[columns.name] ?? '1', point);
  }
  return trajectories;
};
