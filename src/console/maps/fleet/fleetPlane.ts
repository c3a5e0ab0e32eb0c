import type { Pair } from '../../../domain/geo/pair';
import type { Plane } from '../plane';
import type { FleetChange, FleetStore } from './fleetStore';

/** The fleet's places in a plane's units, kept up with the store row by row. NaN is not drawn. */
export class FleetPlane {
  x = new Float64Array(0);
  y = new Float64Array(0);
  private plane: Plane | null = null;
  private readonly scratch: Pair = [0, 0];

  constructor(private readonly store: FleetStore) {}

  /** Projects all again when the plane is another one. */
  switchTo(plane: Plane): void {
    if (plane === this.plane) return;
    this.plane = plane;
    this.follow('all');
  }

  /** Projects what changed. */
  follow(change: FleetChange): void {
    const { plane, store } = this;
    if (!plane) return;
    const capacity = store.lat.length;
    if (this.x.length !== capacity) {
      this.x = new Float64Array(capacity);
      this.y = new Float64Array(capacity);
      this.projectAll(plane);
    } else if (change === 'all') {
      this.projectAll(plane);
    } else {
      for (const row of change) this.project(plane, row);
    }
  }

  private projectAll(plane: Plane): void {
    for (let row = 0; row < this.store.size; row++) this.project(plane, row);
  }

  private project(plane: Plane, row: number): void {
    const lon = this.store.lon[row] as number;
    const lat = this.store.lat[row] as number;
    if (Number.isNaN(lon)) {
      this.x[row] = Number.NaN;
      return;
    }
    plane.toPlane(lon, lat, this.scratch);
    this.x[row] = this.scratch[0];
    this.y[row] = this.scratch[1];
  }
}
