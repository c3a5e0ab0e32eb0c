import type { LiveRow } from './live';
import type { LiveColumns } from './liveColumns';

/** Simple form of a snapshot: all devices that the operator may see, one row each. */
interface LiveRows {
  readonly cursor: string;
  readonly rows: readonly LiveRow[];
}

/**
 * Index of the fleet in parts of some thousand devices that are close to each other. Each part is fetched by its id.
 */
export interface LiveIndex {
  readonly cursor: string;
  readonly total: number;
  readonly parts: readonly LivePartInfo[];
  /** Devices changed since the parts were built. They override the parts. */
  readonly rows?: readonly LiveRow[];
  /** The devices, if the fleet fits in one part. */
  readonly columns?: LiveColumns;
}

export interface LivePartInfo {
  readonly id: string;
  readonly count: number;
  /** Bounding box of its devices, WGS-84 degrees; null for devices without a position. */
  readonly box: LiveBox | null;
}

/** Devices that are close to each other: how many, and the box around them. */
export interface LockGroup {
  readonly count: number;
  readonly box: LiveBox;
}

export type LiveBox = readonly [west: number, south: number, east: number, north: number];

export interface LivePart {
  readonly columns: LiveColumns;
}

/** Response of `/live/snapshot` without a part. Our server sends an index, a simple server rows. */
export type LiveSnapshot = LiveRows | LiveIndex;
