import type L from 'leaflet';
import type {} from 'leaflet-draw';
import leafletDrawFile from 'leaflet-draw/dist/leaflet.draw.js?url';
import { type Label, type Locale, locales } from '../../../domain/label';

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

/** Labels in the form of leaflet-draw's texts. */
type Labels<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string ? Label : Labels<Texts[Name]>;
};

const labels: Labels<typeof L.drawLocal> = {
  draw: {
    toolbar: {
      actions: { title: ['Cancel drawing', '取消绘制'], text: ['Cancel', '取消'] },
      finish: { title: ['Finish drawing', '完成绘制'], text: ['Finish', '完成'] },
      undo: { title: ['Delete last point', '删除最后一个点'], text: ['Undo', '撤销一点'] },
      buttons: {
        polyline: ['Draw a line', '绘制线路'],
        polygon: ['Draw a polygon', '绘制多边形'],
        rectangle: ['Draw a rectangle', '绘制矩形'],
        circle: ['Draw a circle', '绘制圆形'],
        marker: ['Add a point of interest', '设置兴趣点'],
        circlemarker: ['Add a point', '设置点'],
      },
    },
    handlers: {
      circle: {
        tooltip: { start: ['Press and drag to draw a circle.', '按住并拖动以绘制圆形'] },
        radius: ['Radius', '半径'],
      },
      circlemarker: { tooltip: { start: ['Click the map to add a point.', '点击地图设置点'] } },
      marker: { tooltip: { start: ['Click the map to add the point.', '点击地图设置兴趣点'] } },
      polygon: {
        tooltip: {
          start: ['Click to start the polygon.', '点击开始绘制多边形'],
          cont: ['Click to continue the polygon.', '点击继续绘制多边形'],
          end: ['Click the first point to close the polygon.', '点击第一个点闭合多边形'],
        },
      },
      polyline: {
        error: [
          '<strong>The border must not cross itself.</strong>',
          '<strong>围栏边界不能自相交</strong>',
        ],
        tooltip: {
          start: ['Click to start the line.', '点击开始绘制线路'],
          cont: ['Click to continue the line.', '点击继续绘制线路'],
          end: ['Click the last point to finish the line.', '点击最后一个点完成线路'],
        },
      },
      rectangle: {
        tooltip: { start: ['Press and drag to draw a rectangle.', '按住并拖动以绘制矩形'] },
      },
      simpleshape: { tooltip: { end: ['Release to finish.', '松开鼠标完成绘制'] } },
    },
  },
  edit: {
    toolbar: {
      actions: {
        save: { title: ['Keep changes', '保留修改'], text: ['Done', '完成'] },
        cancel: { title: ['Undo all changes', '撤销全部修改'], text: ['Cancel', '取消'] },
        clearAll: { title: ['Delete shape', '删除图形'], text: ['Delete all', '全部删除'] },
      },
      buttons: {
        edit: ['Edit shape', '编辑图形'],
        editDisabled: ['No shape to edit', '没有可编辑的图形'],
        remove: ['Delete shape', '删除图形'],
        removeDisabled: ['No shape to delete', '没有可删除的图形'],
      },
    },
    handlers: {
      edit: {
        tooltip: {
          text: ['Drag the handles to change the shape.', '拖动控制点修改图形'],
          subtext: ['Cancel to undo.', '点击取消可撤销'],
        },
      },
      remove: { tooltip: { text: ['Click the shape to delete it.', '点击图形即可删除'] } },
    },
  },
};

/** Sets the language of drawings that start from now on. */
export const setDrawLocale = (leaflet: Drawing, locale: Locale): void => {
  const index = locales.indexOf(locale);
  const copy = JSON.stringify(labels, (_, value) => (Array.isArray(value) ? value[index] : value));
  Object.assign(leaflet.drawLocal, JSON.parse(copy));
};
