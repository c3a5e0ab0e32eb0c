import 'leaflet/dist/leaflet.css';
import 'maplibre-gl/dist/maplibre-gl.css';
import L from 'leaflet';
import 'leaflet.markercluster';
import { type GeoJSONSource, Map as MapLibre, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Fleet, valuesOfRows } from '../../../src/console/data/fleet';
import type { CanvasView } from '../../../src/console/maps/canvasLayer';
import { WORLD } from '../../../src/console/maps/crs';
import { DRAW_EVENT, FleetLayer } from '../../../src/console/maps/fleet/FleetLayer';
import { FleetStore } from '../../../src/console/maps/fleet/fleetStore';
import { mapColours } from '../../../src/console/maps/look';
import type { LiveRow } from '../../../src/domain/live';
import type { LiveColumns } from '../../../src/domain/liveColumns';
import { unpackedColumns } from '../../../src/domain/liveColumns';

/** Measurements in Chromium, ms of the page's own clock. */
export interface BenchPage {
  /** Stores a fleet in the forms that servers send: our parts of columns, and rows for the others. */
  give(locks: number, parts: readonly string[], rows: string): void;
  /** Loads the data until the picture is drawn. Returns the time, and the longest task. */
  load(kind: Kind): Promise<{ drawn: number; longest: number }>;
  /** Moves one device in a hundred. Returns the time of the main thread. */
  move(kind: Kind): Promise<number>;
  /** Searches as after another typed letter, and builds the devices that are shown. Returns the time. */
  search(kind: 'ours' | 'baseline', text: string): number;
}

export type Kind = 'ours' | 'markercluster' | 'maplibre';

declare global {
  interface Window {
    benchPage: BenchPage;
    gc(): void;
  }
}

setWorkerUrl(workerUrl);

let total = 0;
let parts: readonly string[] = [];
let rowsText = '';

const container = () => {
  document.body.replaceChildren();
  const element = document.createElement('div');
  element.style.cssText = 'width:1440px;height:900px';
  document.body.append(element);
  return element;
};

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
/** Waits for the next task. Not a timer: from the fifth on, browsers delay timers by 4 ms. */
const task = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Map of one kind, filled once and changed afterwards. */
interface Subject {
  fill(): Promise<void>;
  /** Resolves with the time of the main thread when all work is done. */
  move(step: number): Promise<number>;
  end(): void;
}

const view = { center: [33, 110] as L.LatLngTuple, zoom: 5 };

const timed = async (work: () => void | Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Returns one device in a hundred, moved a little. */
const moveDevices = (rows: readonly LiveRow[], step: number): LiveRow[] =>
  rows
    .filter((_, i) => i % 100 === step % 100)
    .map((row) => row.map((value, place) => (place === LAT ? Number(value) + 0.01 : value)));

const SN = 0;
const LAT = 6;
const LON = 7;

/** Layer that measures its own drawing. */
class TimedLayer extends FleetLayer {
  drawing = 0;

  protected override paint(context: CanvasRenderingContext2D, view: CanvasView): void {
    const began = performance.now();
    super.paint(context, view);
    this.drawing += performance.now() - began;
  }
}

const ours = (): Subject => {
  const map = L.map(container(), { ...view, crs: WORLD, fadeAnimation: false });
  const store = new FleetStore(new Fleet());
  const end = store.follow();
  const none = () => undefined;
  const layer = new TimedLayer(
    store,
    () => ({ pick: none, pickFrom: none, pickNothing: none }),
    mapColours('light'),
  );
  layer.addTo(map);
  const nextDrawing = () => new Promise<void>((resolve) => layer.once(DRAW_EVENT, () => resolve()));
  let rows: readonly LiveRow[] | undefined;
  return {
    // Each part comes in a task of its own, as from a fast network.
    fill: async () => {
      store.fleet.beginLoad([{ count: total, box: [-180, -90, 180, 90] }], total);
      for (const part of parts) {
        await task();
        const { columns }: { columns: LiveColumns } = JSON.parse(part);
        store.fleet.apply(unpackedColumns(columns));
      }
      store.fleet.endLoad();
      await nextDrawing();
    },
    move: async (step) => {
      rows ??= JSON.parse(rowsText) as LiveRow[];
      const text = JSON.stringify(moveDevices(rows, step));
      await frame();
      const elapsed = await timed(() => store.fleet.apply(valuesOfRows(JSON.parse(text))));
      // Drawing the next frame is work of the main thread too.
      const before = layer.drawing;
      await nextDrawing();
      return elapsed + layer.drawing - before;
    },
    end: () => {
      end();
      map.remove();
    },
  };
};

const cluster = (): Subject => {
  const map = L.map(container(), { ...view, maxZoom: 18, fadeAnimation: false });
  const group = L.markerClusterGroup({ animate: false });
  const markers = new Map<string, L.Marker>();
  group.addTo(map);
  let rows: readonly LiveRow[] = [];
  return {
    fill: async () => {
      await task();
      rows = JSON.parse(rowsText) as LiveRow[];
      for (const row of rows) {
        markers.set(String(row[SN]), L.marker([Number(row[LAT]), Number(row[LON])]));
      }
      group.addLayers([...markers.values()]);
      await frame();
    },
    move: (step) =>
      timed(() => {
        const changedMarkers = moveDevices(rows, step).map((row) => {
          const marker = markers.get(String(row[SN])) as L.Marker;
          return { marker, row };
        });
        group.removeLayers(changedMarkers.map(({ marker }) => marker));
        for (const { marker, row } of changedMarkers)
          marker.setLatLng([Number(row[LAT]), Number(row[LON])]);
        group.addLayers(changedMarkers.map(({ marker }) => marker));
      }),
    end: () => map.remove(),
  };
};

const featureOf = (row: LiveRow, i: number): GeoJSON.Feature => ({
  type: 'Feature',
  id: i,
  properties: { sn: row[SN] },
  geometry: { type: 'Point', coordinates: [Number(row[LON]), Number(row[LAT])] },
});

const maplibre = (): Subject => {
  const map = new MapLibre({
    container: container(),
    center: [view.center[1], view.center[0]],
    zoom: view.zoom - 1,
    fadeDuration: 0,
    style: { version: 8, sources: {}, layers: [] },
  });
  const idle = () => new Promise<void>((resolve) => map.once('idle', () => resolve()));
  let rows: readonly LiveRow[] = [];
  return {
    fill: async () => {
      rows = JSON.parse(rowsText) as LiveRow[];
      if (!map.isStyleLoaded()) await new Promise((resolve) => map.once('load', resolve));
      map.addSource('fleet', {
        type: 'geojson',
        cluster: true,
        data: { type: 'FeatureCollection', features: rows.map(featureOf) },
      });
      map.addLayer({ id: 'fleet', type: 'circle', source: 'fleet', paint: { 'circle-radius': 9 } });
      await idle();
    },
    move: (step) =>
      timed(async () => {
        const update = moveDevices(rows, step).map((row, i) => ({
          id: i * 100 + (step % 100),
          newGeometry: featureOf(row, 0).geometry,
        }));
        const idled = idle();
        map.getSource<GeoJSONSource>('fleet')?.updateData({ update });
        await idled;
      }),
    end: () => map.remove(),
  };
};

const subjects = { ours, markercluster: cluster, maplibre } as const;

/** Returns the longest task during the work. Browsers report only those over 50 ms. */
const longestDuring = async (work: () => Promise<void>): Promise<number> => {
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ entryTypes: ['longtask'] });
  await work();
  await task();
  await frame();
  await task();
  observer.disconnect();
  return longest;
};

let living: { kind: Kind; subject: Subject } | undefined;
let step = 0;
let searched: Fleet | undefined;

window.benchPage = {
  give: (locks, newParts, rows) => {
    total = locks;
    parts = newParts;
    rowsText = rows;
  },
  load: async (kind) => {
    living?.subject.end();
    living = undefined;
    // Collects the garbage of the previous map, so that it does not count for this one.
    window.gc();
    const subject = subjects[kind]();
    living = { kind, subject };
    await frame();
    await task();
    let drawMs = 0;
    const longest = await longestDuring(async () => {
      drawMs = await timed(subject.fill);
    });
    return { drawn: drawMs, longest };
  },
  move: async (kind) => {
    if (living?.kind !== kind) await window.benchPage.load(kind);
    step++;
    return living?.subject.move(step) ?? 0;
  },
  search: (kind, text) => {
    if (!searched) {
      searched = new Fleet();
      searched.apply(valuesOfRows(JSON.parse(rowsText)));
    }
    const fleet = searched;
    const began = performance.now();
    if (kind === 'ours') {
      fleet.search(text, 8).rows.map((row) => fleet.at(row));
    } else {
      // Naive search: an object for each device, and lower-casing of both texts at every key.
      const needle = text.toLowerCase();
      Array.from({ length: fleet.size }, (_, row) => ({
        sn: fleet.snAt(row),
        name: fleet.nameAt(row),
      }))
        .filter(({ sn, name }) => `${sn} ${name}`.toLowerCase().includes(needle))
        .slice(0, 8);
    }
    return performance.now() - began;
  },
};
