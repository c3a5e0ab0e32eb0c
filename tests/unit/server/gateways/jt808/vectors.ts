import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Recorded or published message with its content. `expected` is the study's reading, see vectors.test.ts. */
export interface Vector {
  readonly family: string;
  readonly hex?: string;
  readonly text?: string;
  readonly command?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly expected: Expected;
  readonly note?: string;
}

export interface ExpectedLocation {
  readonly time_device?: string;
  readonly alarm_hex?: string;
  readonly status_hex?: string;
  readonly valid?: boolean;
  readonly lat?: number;
  readonly lon?: number;
  readonly altitude?: number;
  readonly speed_kmh?: number;
  readonly speed_knots?: number;
  readonly course?: number;
  readonly mileage_km?: number;
  readonly gsm?: number;
  readonly satellites?: number;
  readonly tlv?: readonly (readonly [string, number])[];
  readonly tlv_tail?: string;
  readonly lock33?: {
    readonly sealed: boolean;
    readonly voltage: number;
    readonly reason: string;
    readonly operator: string;
  };
  readonly voltage?: number;
  readonly battery_voltage?: number;
  readonly battery?: number | null;
  readonly charging?: boolean;
  readonly mcc?: number;
  readonly mnc?: number;
  readonly lac?: number;
  readonly cell_id?: number;
  readonly event_hex?: string;
  readonly event_text?: string;
  readonly sub_locks?: readonly { readonly lock_id: string; readonly sealed: boolean }[];
  readonly locks?: readonly { readonly lock_id: string; readonly locked: boolean }[];
  readonly wake_source?: number;
}

interface Expected extends ExpectedLocation {
  readonly kind: string;
  readonly msg?: string;
  readonly id?: string;
  readonly serial?: number;
  readonly version?: number;
  readonly records?: readonly ExpectedLocation[];
  readonly blind?: boolean;
  readonly ack_required?: boolean;
  readonly ack_serial?: number;
  readonly body?: string;
  readonly count?: number;
  readonly frames?: readonly string[];
  readonly first_frame?: string;
}

/** Vectors, one per line: published protocols, test data of open decoders and a capture of a lock platform. */
export const vectors: readonly Vector[] = readFileSync(
  join(import.meta.dirname, 'vectors.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);

export const bytesOf = ({ hex, text }: Vector): Buffer =>
  hex === undefined ? Buffer.from(text ?? '', 'latin1') : Buffer.from(hex, 'hex');

/** Messages of locks that are single frames. */
export const upward = vectors.filter(
  ({ family }) => family !== 'stream' && !family.endsWith('-command'),
);
