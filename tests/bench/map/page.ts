import 'leaflet/dist/leaflet.css';
import 'maplibre-gl/dist/maplibre-gl.css';
import L from 'leaflet';
import 'leaflet.markercluster';
import { type GeoJSONSource, Map as MapLibre, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Fleet, valuesOfRows } from '../../../src/console/data/fleet';
import type { CanvasView } from '../../../src/console/maps/canvasLayer';
import { WORLD } from '../../../src/console/maps/crs';
import { DRAW_EVENT, FLEET_PANE, FleetLayer } from '../../../src/console/maps/fleet/FleetLayer';
import { FleetStore } from '../../../src/console/maps/fleet/fleetStore';
import { mapColours } from '../../../src/console/maps/look';
import type { LiveRow } from '../../../src/domain/live';
import type { LiveColumns } from '../../../src/domain/liveColumns';
import { unpackedColumns } from '../../../src/domain/liveColumns';

/** What is measured in Chromium: ms of the page's own clock. */
export interface BenchPage {
  /** Takes a fleet of so many as servers send it: our parts of columns, and for the others rows. */
  give(locks: number, parts: readonly string[], rows: string): void;
  /** From the data to the picture: how long, and the longest of its tasks. */
  load(kind: Kind): Promise<{ drawn: number; longest: number }>;
  /** One device in a hundred moved: how long the main thread has to do with it. */
  move(kind: Kind): Promise<number>;
  /** A letter more in the search: what is found, with the devices made that are shown. */
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
/** The next task. A timer would be held back 4 ms by the browser from the fifth on. */
const task = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** A map of one sort, that can be filled once and changed after. */
interface Subject {
  fill(): Promise<void>;
  /** Resolves when the main thread has nothing left to do with it. */
  move(step: number): Promise<number>;
  end(): void;
}

const view = { center: [33, 110] as L.LatLngTuple, zoom: 5 };

const timed = async (work: () => void | Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** One device in a hundred, moved a little. */
const moveDevices = (rows: readonly LiveRow[], step: number): LiveRow[] =>
  rows
    .filter((_, i) => i % 100 === step % 100)
    .map((row) => row.map((value, place) => (place === LAT ? Number(value) + 0.01 : value)));

const SN = 0;
const LAT = 6;
const LON = 7;

/** Tells how long its drawings took. */
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
  map.createPane(FLEET_PANE);
  const store = new FleetStore(new Fleet());
  const end = store.follow();
  const none = () => undefined;
  const layer = new TimedLayer(
    store,
    { pick: none, pickFrom: none, pickNothing: none },
    mapColours('light'),
  );
  layer.addTo(map);
  const nextDrawing = () => new Promise<void>((resolve) => layer.once(DRAW_EVENT, () => resolve()));
  let rows: readonly LiveRow[] | undefined;
  return {
    // Parts come one after another, each in a task of its own, as from a network without end.
    fill: async () => {
      store.fleet.beginLoad([-180, -90, 180, 90], total);
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
      // The drawing of the next frame is the main thread's too.
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

/** The longest task while something is under way; the browser tells of those over 50 ms only. */
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
    // What the one before leaves behind is not this one's to clear away.
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
      // As it is written without thinking of 100,000: a device each, and both texts in lower case with every key.
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
