import type L from 'leaflet';
import type {} from 'leaflet-draw';
import leafletDrawFile from 'leaflet-draw/dist/leaflet.draw.js?url';
import type { Locale } from '../../../domain/label';

/** leaflet-draw on the Leaflet instance that all maps share. */
export type Drawing = typeof L;

/** Limit of points in a line or polygon, for handles that would add more. */
let maxPoints = Number.POSITIVE_INFINITY;

export const limitPoints = (max: number): void => {
  maxPoints = max;
};

/** Private members of leaflet-draw 1.0.4's handles. */
interface PointHandles {
  _defaultShape: () => readonly unknown[];
  _createMiddleMarker: (...edge: unknown[]) => void;
}

/**
 * Runs a classic script, once it has come. leaflet-draw is one: it reads the global L that Leaflet sets, and assigns to
 * variables that it never declares, which a module may not.
 */
const runScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${url} was not loaded`));
    document.head.append(script);
  });

let loading: Promise<Drawing> | undefined;

/**
 * Loads leaflet-draw once, and only for maps with drawing. The middle of each edge can become a point, up to the limit.
 */
export const loadDrawing = (): Promise<Drawing> => {
  loading ??= (async () => {
    const { default: leaflet } = await import('leaflet');
    await runScript(leafletDrawFile);
    await import('leaflet-draw/dist/leaflet.draw.css');
    const handles = Reflect.get<object, 'prototype'>(
      leaflet.Edit.PolyVerticesEdit,
      'prototype',
    ) as unknown as PointHandles;
    const add = handles._createMiddleMarker;
    handles._createMiddleMarker = function (...edge) {
      if (this._defaultShape().length < maxPoints) add.apply(this, edge);
    };
    followClicks(leaflet);
    finishOnEndPoint(leaflet);
    return leaflet;
  })();
  return loading;
};

/** Private members of leaflet-draw 1.0.4's line tool, and of its polygon tool, which extends it. */
interface LineDrawing {
  _map: L.Map;
  type: string;
  _markers: readonly L.Marker[];
  _mouseDownOrigin: L.Point | null;
  _onMouseDown: L.LeafletMouseEventHandlerFn;
  _endPoint: (x: number, y: number, event: L.LeafletMouseEvent) => void;
  _calculateFinishDistance: (place: L.LatLng) => number;
  _finishShape: () => void;
  _enableNewMarkers: () => void;
  addHooks: () => void;
  removeHooks: () => void;
}

const lineDrawing = (leaflet: Drawing) =>
  Reflect.get<object, 'prototype'>(leaflet.Draw.Polyline, 'prototype') as unknown as LineDrawing;

/** Distance within which a click counts as one on the end point, px. */
const END_POINT_RADIUS = 10;

/**
 * Finishes a shape on a click on its end point, also one short of the limit of points, where leaflet-draw would add
 * another point in the same place.
 */
const finishOnEndPoint = (leaflet: Drawing): void => {
  const line = lineDrawing(leaflet);
  const { _endPoint: endPoint } = line;
  line._endPoint = function (x, y, event) {
    const minPoints = this.type === 'polygon' ? 3 : 2;
    const isOnEnd =
      this._mouseDownOrigin !== null &&
      this._markers.length >= minPoints &&
      this._calculateFinishDistance(event.latlng) < END_POINT_RADIUS;
    if (!isOnEnd) return endPoint.call(this, x, y, event);
    this._mouseDownOrigin = null;
    this._finishShape();
    this._enableNewMarkers();
  };
};

/**
 * Handles clicks on the map. leaflet-draw takes them on a marker that follows the pointer; on a busy machine the marker
 * lags behind, and the map gets the click.
 */
const followClicks = (leaflet: Drawing): void => {
  const line = lineDrawing(leaflet);
  const { addHooks, removeHooks } = line;
  line.addHooks = function () {
    addHooks.call(this);
    this._map.on('mousedown', this._onMouseDown, this);
  };
  line.removeHooks = function () {
    this._map.off('mousedown', this._onMouseDown, this);
    removeHooks.call(this);
  };
};

type Texts = typeof L.drawLocal;

const en: Texts = {
  draw: {
    toolbar: {
      actions: { title: 'Cancel drawing', text: 'Cancel' },
      finish: { title: 'Finish drawing', text: 'Finish' },
      undo: { title: 'Delete last point', text: 'Undo' },
      buttons: {
        polyline: 'Draw a line',
        polygon: 'Draw a polygon',
        rectangle: 'Draw a rectangle',
        circle: 'Draw a circle',
        marker: 'Add a point of interest',
        circlemarker: 'Add a point',
      },
    },
    handlers: {
      circle: { tooltip: { start: 'Press and drag to draw a circle.' }, radius: 'Radius' },
      circlemarker: { tooltip: { start: 'Click the map to add a point.' } },
      marker: { tooltip: { start: 'Click the map to add the point.' } },
      polygon: {
        tooltip: {
          start: 'Click to start the polygon.',
          cont: 'Click to continue the polygon.',
          end: 'Click the first point to close the polygon.',
        },
      },
      polyline: {
        error: '<strong>The border must not cross itself.</strong>',
        tooltip: {
          start: 'Click to start the line.',
          cont: 'Click to continue the line.',
          end: 'Click the last point to finish the line.',
        },
      },
      rectangle: { tooltip: { start: 'Press and drag to draw a rectangle.' } },
      simpleshape: { tooltip: { end: 'Release to finish.' } },
    },
  },
  edit: {
    toolbar: {
      actions: {
        save: { title: 'Keep changes', text: 'Done' },
        cancel: { title: 'Undo all changes', text: 'Cancel' },
        clearAll: { title: 'Delete shape', text: 'Delete all' },
      },
      buttons: {
        edit: 'Edit shape',
        editDisabled: 'No shape to edit',
        remove: 'Delete shape',
        removeDisabled: 'No shape to delete',
      },
    },
    handlers: {
      edit: {
        tooltip: { text: 'Drag the handles to change the shape.', subtext: 'Cancel to undo.' },
      },
      remove: { tooltip: { text: 'Click the shape to delete it.' } },
    },
  },
};

const zh: Texts = {
  draw: {
    toolbar: {
      actions: { title: '取消绘制', text: '取消' },
      finish: { title: '完成绘制', text: '完成' },
      undo: { title: '删除最后一个点', text: '撤销一点' },
      buttons: {
        polyline: '绘制线路',
        polygon: '绘制多边形',
        rectangle: '绘制矩形',
        circle: '绘制圆形',
        marker: '设置兴趣点',
        circlemarker: '设置点',
      },
    },
    handlers: {
      circle: { tooltip: { start: '按住并拖动以绘制圆形' }, radius: '半径' },
      circlemarker: { tooltip: { start: '点击地图设置点' } },
      marker: { tooltip: { start: '点击地图设置兴趣点' } },
      polygon: {
        tooltip: {
          start: '点击开始绘制多边形',
          cont: '点击继续绘制多边形',
          end: '点击第一个点闭合多边形',
        },
      },
      polyline: {
        error: '<strong>围栏边界不能自相交</strong>',
        tooltip: {
          start: '点击开始绘制线路',
          cont: '点击继续绘制线路',
          end: '点击最后一个点完成线路',
        },
      },
      rectangle: { tooltip: { start: '按住并拖动以绘制矩形' } },
      simpleshape: { tooltip: { end: '松开鼠标完成绘制' } },
    },
  },
  edit: {
    toolbar: {
      actions: {
        save: { title: '保留修改', text: '完成' },
        cancel: { title: '撤销全部修改', text: '取消' },
        clearAll: { title: '删除图形', text: '全部删除' },
      },
      buttons: {
        edit: '编辑图形',
        editDisabled: '没有可编辑的图形',
        remove: '删除图形',
        removeDisabled: '没有可删除的图形',
      },
    },
    handlers: {
      edit: { tooltip: { text: '拖动控制点修改图形', subtext: '点击取消可撤销' } },
      remove: { tooltip: { text: '点击图形即可删除' } },
    },
  },
};

const texts: Readonly<Record<Locale, Texts>> = { en, zh };

/** Sets the language of drawings that start from now on. */
export const setDrawLocale = (leaflet: Drawing, locale: Locale): void => {
  Object.assign(leaflet.drawLocal, texts[locale]);
};
