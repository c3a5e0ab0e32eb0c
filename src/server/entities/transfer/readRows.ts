import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { ERROR_CELL } from '../../../domain/spreadsheet';

/** Value of a cell. A date is the cell's wall clock time, as if it were UTC. */
export type ReadCell = string | number | boolean | Date | null;

export type ReadRow = readonly ReadCell[];

/** Thrown for a file that is no spreadsheet or is damaged. */
export class UnreadableSheet extends Error {
  override readonly name: string = 'Unreadable';
}

/** Resource of which a spreadsheet can need too much. */
export type SheetLimit = 'rows' | 'columns' | 'megabytes' | 'memory' | 'seconds';

/** Thrown for a file that exceeds a limit of size or of reading effort. */
export class SheetTooLarge extends UnreadableSheet {
  override readonly name = 'SheetTooLarge';
  readonly limit: SheetLimit;
  /** In the unit of the limit; MB for memory. */
  readonly max: number;

  constructor(limit: SheetLimit, max: number) {
    super(`More than ${max} ${limit}`);
    this.limit = limit;
    this.max = max;
  }
}

interface SheetLimits {
  /** Rows below the header. */
  readonly rows: number;
  readonly columns: number;
  /** Unpacked size: several times what 20,000 rows of any declared entity need. */
  readonly megabytes: number;
  /** Heap of the reading process, MB. */
  readonly memory: number;
  /** CPU time. On a busy machine a valid file takes longer by the clock. */
  readonly seconds: number;
}

/** 20,000 rows of 12 columns take half a second and 100 MB. */
const LIMITS: SheetLimits = {
  rows: 20_000,
  columns: 256,
  megabytes: 64,
  memory: 384,
  seconds: 3,
};

/** Arguments of the child process. */
interface Order extends SheetLimits {
  /** Resolved file names of the two packages. */
  readonly packages: { readonly sheets: string; readonly zip: string };
  readonly path: string;
  /** Source of `ERROR_CELL`. */
  readonly errorCell: string;
}

/** Message of the child process: some rows, or at last the outcome. */
type SheetMessage = { readonly rows: readonly ReadRow[] } | { readonly end: Ending };

type Ending = 'read' | 'unreadable' | 'rows' | 'columns' | 'megabytes';

/**
 * Reads the rows of a spreadsheet's first sheet, including the header. A child process does it: a hostile file cannot
 * harm the server, and other calls are not held up.
 * @param signal ends the reading
 * @throws UnreadableSheet, SheetTooLarge, the reason of the signal
 */
export const readRows = (
  path: string,
  ownLimits: Partial<SheetLimits> = {},
  signal?: AbortSignal,
): Promise<readonly ReadRow[]> =>
  new Promise((resolve, reject) => {
    const limits = { ...LIMITS, ...ownLimits };
    const { resolve: find } = createRequire(import.meta.url);
    const order: Order = {
      packages: { sheets: find('read-excel-file/universal'), zip: find('fflate') },
      path,
      ...limits,
      errorCell: ERROR_CELL.source,
    };
    const code = `(${readSheetHere})(require, process, JSON.parse(process.argv[1]))`;
    const flags = [`--max-old-space-size=${limits.memory}`, '--input-type=commonjs'];
    const child = spawn(process.execPath, [...flags, '-e', code, JSON.stringify(order)], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      // The child process gets none of the server's secrets.
      env: {},
      signal,
      killSignal: 'SIGKILL',
    });
    const rows: ReadRow[] = [];
    let ending: Ending | undefined;
    child.on('spawn', () => lowerPriority(child.pid));
    child.on('message', (message: SheetMessage) => {
      if ('rows' in message) rows.push(...message.rows);
      else ending = message.end;
    });
    child.on('error', (error) => reject(signal?.aborted ? signal.reason : error));
    child.on('close', (_code, killed) => {
      if (ending === 'read') resolve(rows);
      else if (!ending && killed === 'SIGKILL')
        reject(new SheetTooLarge('seconds', limits.seconds));
      else if (!ending) reject(new SheetTooLarge('memory', limits.memory));
      else if (ending === 'unreadable') reject(new UnreadableSheet('Not a readable spreadsheet'));
      else reject(new SheetTooLarge(ending, limits[ending]));
    });
  });

/** A process with it gets half of the time that the server gets. With much less, a busy machine would read no sheet in time. */
const NICENESS = 3;

/** Gives the server's calls priority over the child process. */
const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // It has ended already, or the system does not permit it.
  }
};

/**
 * Runs in the child process: checks how far the first sheet extends, parses its rows, and sends them in parts.
 *
 * The process gets the source text of this function, because a bundle has no file of its own for it. So the function
 * may use only its arguments and its own declarations.
 */
async function readSheetHere(
  load: NodeJS.Require,
  self: NodeJS.Process,
  order: Order,
): Promise<void> {
  const ROWS_A_PART = 100;
  const { Worker }: typeof import('node:worker_threads') = load('node:worker_threads');
  const { readFileSync }: typeof import('node:fs') = load('node:fs');
  const { unzipSync, zipSync, strFromU8, strToU8 }: typeof import('fflate') = load(
    order.packages.zip,
  );
  const { readSheet }: typeof import('read-excel-file/universal') = load(order.packages.sheets);
  // A worker thread watches the CPU time, because the parser may block this thread forever.
  const watch = `setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (user + system > ${order.seconds * 1e6}) process.kill(process.pid, 'SIGKILL');
  }, 100)`;
  new Worker(watch, { eval: true }).unref();
  // The server has ended, so the result is not needed.
  self.on('disconnect', () => self.exit());
  const tell = (message: SheetMessage) =>
    new Promise<void>((resolve) => {
      self.send?.(message, undefined, undefined, () => resolve());
    });

  const columnOf = (letters: string): number =>
    [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

  /** Returns the name of the sheet that the library will read, as far as it can be determined beforehand. */
  const firstSheet = (zip: Uint8Array): { name: string; xml: string } => {
    const partOf = (name: string): string => {
      const content = unzipSync(zip, { filter: (file) => file.name === name })[name];
      return content ? strFromU8(content) : '';
    };
    const id = /<(?:\w+:)?sheet\s[^<>]*?:id\s*=\s*["']([^"']+)/.exec(
      partOf('xl/workbook.xml'),
    )?.[1];
    const links = partOf('xl/_rels/workbook.xml.rels').match(/<(?:\w+:)?Relationship\s[^<>]*>/g);
    const link = links?.find((text) => /\sId\s*=\s*["']([^"']+)/.exec(text)?.[1] === id);
    const target = /\sTarget\s*=\s*["']([^"']+)/.exec(link ?? '')?.[1] ?? 'worksheets/sheet1.xml';
    const name = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    return { name, xml: partOf(name) };
  };

  /**
   * Checks the positions that rows and cells state, before the library builds all cells up to them. Returns the
   * limit that one exceeds, or `unreadable` for an invalid one.
   */
  const positionFault = (sheet: string): Ending | undefined => {
    for (const [, attributes = ''] of sheet.matchAll(/<(?:\w+:)?(?:row|c)(\s[^<>]*)>/g)) {
      for (const [, place = ''] of attributes.matchAll(/\sr\s*=\s*["']([^"']*)["']/g)) {
        const [, letters, row] = /^([A-Z]{0,3})(\d{1,7})$/.exec(place) ?? [];
        if (letters === undefined) return 'unreadable';
        if (Number(row) > order.rows + 1) return 'rows';
        if (columnOf(letters) > order.columns) return 'columns';
      }
    }
    return undefined;
  };

  const read = async (): Promise<Ending> => {
    const bytes = readFileSync(order.path);
    // fflate unpacks no more than the sizes that a zip file states. 20 MB could become 20 GB.
    let unpacked = 0;
    const measure = ({ size, originalSize }: { size: number; originalSize: number }) => {
      unpacked += Math.max(size, originalSize);
      return false;
    };
    unzipSync(bytes, { filter: measure });
    if (unpacked > order.megabytes * 2 ** 20) return 'megabytes';
    const { name, xml } = firstSheet(bytes);
    const fault = positionFault(xml);
    if (fault) return fault;
    // The library declares dates by the type of their constructor.
    const errors = new RegExp(order.errorCell, 'g');
    const zip = errors.test(xml)
      ? zipSync(
          { ...unzipSync(bytes), [name]: strToU8(xml.replace(errors, '$1str')) },
          { level: 0 },
        )
      : bytes;
    const rows = (await readSheet(
      new Blob([zip as Uint8Array<ArrayBuffer>]),
    )) as unknown as readonly ReadRow[];
    // Rows and cells need not state their position, so count them too.
    if (rows.length > order.rows + 1) return 'rows';
    if ((rows[0]?.length ?? 0) > order.columns) return 'columns';
    for (let from = 0; from < rows.length; from += ROWS_A_PART) {
      await tell({ rows: rows.slice(from, from + ROWS_A_PART) });
    }
    return 'read';
  };

  await tell({ end: await read().catch((): Ending => 'unreadable') });
  self.disconnect?.();
}
