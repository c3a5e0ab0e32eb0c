import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { RaRecord } from 'react-admin';
import { decodeText } from '../../../domain/decodeText';
import { FIRST_RADIUS } from '../../../domain/fence';
import {
  type DrawnShape,
  degreesText,
  parseLatLon,
  positionOffEarth,
  shapeOf,
  vertices,
} from '../../../domain/geo/geometry';
import { filledLabel, type Label } from '../../../domain/label';
import { byLowerName } from '../../../domain/ownValue';
import { hasInvisible, truncate } from '../../../domain/text';

/** Limits of an imported file: its size in bytes, and its shapes. */
export const MAX_MAP_FILE_BYTES = 5_000_000;
export const MAX_SHAPES = 500;

/** Maximum length of the name of a fence or point. */
const NAME_LENGTH = 60;

/** Values of a record to create. */
interface NewRecord {
  readonly values: Readonly<Record<string, unknown>>;
  /** Reason why the shape cannot be imported. */
  readonly refusal?: Label;
}

/** Shape of a file. */
export interface Candidate extends NewRecord {
  /** Name in the file; '' for none. */
  readonly name: string;
}

export type MapFileKind = 'fences' | 'points';

/** Error of a file: neither format, in an unknown encoding, or with too many shapes. */
export class MapFileError extends Error {
  constructor(
    readonly reason: 'unreadable' | 'undecodable' | 'tooMany',
    readonly count = 0,
  ) {
    super(reason);
  }
}

const decoded = (bytes: Uint8Array): string => {
  try {
    return decodeText(bytes);
  } catch {
    throw new MapFileError('undecodable');
  }
};

const GEOMETRY = /^(Multi)?(Point|LineString|Polygon)$|^GeometryCollection$/;

const orEmpty = (feature: Feature | null): Feature =>
  feature ?? ({ type: 'Feature', properties: null, geometry: null } as unknown as Feature);

const featuresOf = (value: unknown): Feature[] => {
  if (typeof value !== 'object' || value === null) throw new MapFileError('unreadable');
  const { type, features } = value as Partial<FeatureCollection>;
  // Some programs write null for a row without a shape.
  if (type === 'FeatureCollection' && Array.isArray(features)) return features.map(orEmpty);
  if ((type as string) === 'Feature') return [value as Feature];
  if (!GEOMETRY.test(type ?? '')) throw new MapFileError('unreadable');
  return [{ type: 'Feature', properties: {}, geometry: value as Geometry }];
};

const fromJson = (text: string): Feature[] => {
  try {
    return featuresOf(JSON.parse(text));
  } catch {
    throw new MapFileError('unreadable');
  }
};

/** Parses KML in the browser. Files with a DOCTYPE or entity declarations are refused. */
const fromKml = async (text: string): Promise<Feature[]> => {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new MapFileError('unreadable');
  // The text is decoded, so its declaration is no longer true.
  const bare = text.replace(/^\s*<\?xml[^>]*\?>/, '');
  const document = new DOMParser().parseFromString(bare, 'text/xml');
  const { localName, namespaceURI } = document.documentElement;
  const isKml = KML_ROOT.test(localName) && KML_NAMESPACE.test(namespaceURI ?? '');
  // Chromium puts its error into the elements that it has read.
  if (!isKml || document.querySelector('parsererror')) throw new MapFileError('unreadable');
  const { kml } = await import('@tmcw/togeojson');
  return kml(plainKml(document)).features as Feature[];
};

/** Outermost elements of KML. Others are of another format: gpx, svg, html. */
const KML_ROOT = /^(kml|Document|Folder|Placemark)$/;

/** Namespaces of KML 2.0 to 2.3, and of files that name none. */
const KML_NAMESPACE = /^(https?:\/\/(www\.)?(opengis\.net|earth\.google\.com)\/kml\/2\.\d)?$/;
const GOOGLE_EXTENSIONS = 'http://www.google.com/kml/ext/2.2';

/** Copies KML without prefixes and without elements of other formats: togeojson compares names, not namespaces. */
const plainKml = (source: Document): Document => {
  const target = document.implementation.createDocument(null, null);
  const copy = (element: Element, parent: Node): void => {
    const { namespaceURI, localName } = element;
    const isGoogle = namespaceURI === GOOGLE_EXTENSIONS;
    if (!isGoogle && !KML_NAMESPACE.test(namespaceURI ?? '')) return;
    const name = isGoogle ? `gx:${localName}` : localName;
    const own = parent.appendChild(target.createElementNS(namespaceURI, name));
    for (const { name, value } of element.attributes) own.setAttribute(name, value);
    for (const child of element.childNodes) {
      if (child instanceof Element) copy(child, own);
      else own.appendChild(target.importNode(child));
    }
  };
  copy(source.documentElement, target);
  return target;
};

/** Unpacks the KML of a KMZ file, which is a zip file. Returns other files unchanged. */
const unpacked = async (bytes: Uint8Array): Promise<Uint8Array> => {
  if (!ZIP.every((byte, i) => bytes[i] === byte)) return bytes;
  const { unzipSync } = await import('fflate');
  let count = 0;
  const isFirstKml = ({ name, originalSize }: { name: string; originalSize: number }) =>
    /\.kml$/i.test(name) && ++count === 1 && originalSize <= MAX_MAP_FILE_BYTES;
  const [kml] = Object.values(unzipSync(bytes, { filter: isFirstKml }));
  if (!kml) throw new MapFileError('unreadable');
  return kml;
};

const ZIP = [0x50, 0x4b, 3, 4];

/**
 * Reads the shapes of a GeoJSON, KML or KMZ file.
 * @throws MapFileError if it is neither, or has too many shapes
 */
export const readMapFile = async (
  bytes: Uint8Array,
  kind: MapFileKind,
): Promise<readonly Candidate[]> => {
  const text = decoded(await unpacked(bytes));
  const features = text.trimStart().startsWith('<') ? await fromKml(text) : fromJson(text);
  if (features.length > MAX_SHAPES) throw new MapFileError('tooMany', features.length);
  return candidatesOf(features, kind);
};

/** Converts features to candidates of a kind. */
export const candidatesOf = (
  features: readonly Feature[],
  kind: MapFileKind,
): readonly Candidate[] =>
  features.map(({ geometry, properties }) => {
    const attributes = byLowerName(properties ?? {});
    const part = onlyPart(geometry);
    const shape = shapeOf(part);
    const recordOf = kind === 'fences' ? fenceOf : pointOf;
    const record = shape ? recordOf(shape, attributes) : refused(shapeRefusal(part));
    const name = nameOf(attributes);
    return { name, ...(hasInvisible(name) ? refused(INVISIBLE_NAME) : record) };
  });

const INVISIBLE_NAME = ['The name has invisible characters', '名称含有不可见字符'] satisfies Label;

const refused = (refusal: Label): NewRecord => ({ values: {}, refusal });

/** Returns the reason why a geometry is no shape. */
const shapeRefusal = (geometry: Geometry | null): Label => {
  const { type = '', coordinates } = Object(geometry) as Partial<{
    readonly type: string;
    readonly coordinates: unknown;
  }>;
  const [lon = 0, lat = 0] = positionOffEarth(coordinates) ?? [];
  if (Math.abs(lat) > 90) {
    return filledLabel(['Latitude %{lat} is out of range', '纬度 %{lat} 超出范围'], { lat });
  }
  if (Math.abs(lon) > 180) {
    return filledLabel(['Longitude %{lon} is out of range', '经度 %{lon} 超出范围'], { lon });
  }
  if (/^Multi|Collection$/.test(type)) return ['Has several parts', '包含多个图形'];
  return type === 'Polygon' && Array.isArray(coordinates) && coordinates.length > 1
    ? ['The polygon has a hole', '多边形内有空洞']
    : ['Not a valid point, line or polygon', '不是有效的点、线或多边形'];
};

/** Returns the part of a collection that has one, else the geometry. */
const onlyPart = (geometry: Geometry | null): Geometry | null => {
  if (geometry?.type === 'GeometryCollection') {
    const [part, ...others] = geometry.geometries ?? [];
    return part && others.length === 0 ? onlyPart(part) : geometry;
  }
  const [, type] = /^Multi(Point|LineString|Polygon)$/.exec(geometry?.type ?? '') ?? [];
  if (!type || !geometry) return geometry;
  const { coordinates } = geometry as { readonly coordinates?: unknown };
  return Array.isArray(coordinates) && coordinates.length === 1
    ? ({ type, coordinates: coordinates[0] } as Geometry)
    : geometry;
};

const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

type Attributes = Readonly<Record<string, unknown>>;

const NAMES = ['name', 'fence_name', 'interest_name', 'title'];

const nameOf = (attributes: Attributes): string => {
  const label = NAMES.map((name) => textIn(attributes[name])).find((text) => text !== '');
  return truncate(label ?? '', NAME_LENGTH);
};

const metresIn = (value: unknown): number | undefined => {
  const metres = Number(value ?? Number.NaN);
  return metres > 0 && Number.isFinite(metres) ? metres : undefined;
};

const parseFlag = (value: unknown): boolean | undefined =>
  value === undefined || value === null ? undefined : /^(true|1|yes)$/i.test(String(value).trim());

const colourIn = (value: unknown): string | undefined =>
  /^#[0-9a-f]{6}$/i.test(textIn(value)) ? textIn(value) : undefined;

const definedValues = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null));

/** Names of a shape's colour in files of other programs. */
const COLOURS = ['color', 'stroke', 'fill'];

const fenceOf = (shape: DrawnShape, attributes: Attributes): NewRecord => {
  const radius = metresIn(attributes.radius);
  if (shape.type === 'Point' && radius === undefined) {
    return refused(['A point without a radius encloses nothing', '点没有半径，不能作为围栏']);
  }
  const kind = { Point: 'circle', LineString: 'line', Polygon: 'polygon' }[shape.type];
  const values = definedValues({
    fence_type: kind,
    fence_context: shape,
    radius:
      kind === 'line' ? (radius ?? FIRST_RADIUS.line) : kind === 'circle' ? radius : undefined,
    is_enter: parseFlag(attributes.is_enter),
    is_leave: parseFlag(attributes.is_leave),
    is_show: parseFlag(attributes.is_show),
    color: COLOURS.map((name) => colourIn(attributes[name])).find((colour) => colour !== undefined),
  });
  return { values };
};

const pointOf = (shape: DrawnShape, attributes: Attributes): NewRecord => {
  const place = shape.type === 'Point' ? parseLatLon(shape.coordinates) : undefined;
  if (!place) return refused(['Only points can be imported here', '此处只能导入点']);
  return { values: definedValues({ place, radius: metresIn(attributes.radius) }) };
};

/** Properties of a fence in a file, besides its name and geometry. */
const FENCE_PROPERTIES = ['fence_type', 'radius', 'is_enter', 'is_leave', 'is_show', 'color'];

/** Converts records to GeoJSON (RFC 7946), which can be imported again. */
export const featuresFrom = (
  records: readonly RaRecord[],
  kind: MapFileKind,
): FeatureCollection => ({
  type: 'FeatureCollection',
  features: records.flatMap((record): Feature[] => {
    const place = parseLatLon(record.place);
    const shape: DrawnShape | undefined =
      kind === 'fences'
        ? shapeOf(record.fence_context)
        : place && { type: 'Point', coordinates: [place.lon, place.lat] };
    if (!shape) return [];
    const names = kind === 'fences' ? FENCE_PROPERTIES : ['radius'];
    const properties = {
      name: String(record.fence_name ?? record.interest_name ?? ''),
      ...definedValues(Object.fromEntries(names.map((name) => [name, record[name]]))),
    };
    return [{ type: 'Feature', properties, geometry: shape as Feature['geometry'] }];
  }),
});

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

const escaped = (value: unknown): string =>
  String(value)
    .replace(UNWRITABLE, '')
    .replace(/[&<>"]/g, (character) => ESCAPED[character] ?? '');

const coordinatesText = (shape: DrawnShape): string => {
  const points = vertices(shape);
  const all = shape.type === 'Polygon' ? [...points, ...points.slice(0, 1)] : points;
  return all.map(([lon = 0, lat = 0]) => `${degreesText(lon)},${degreesText(lat)}`).join(' ');
};

const kmlShape = (shape: DrawnShape): string => {
  const coordinates = `<coordinates>${coordinatesText(shape)}</coordinates>`;
  if (shape.type !== 'Polygon') return `<${shape.type}>${coordinates}</${shape.type}>`;
  return `<Polygon><outerBoundaryIs><LinearRing>${coordinates}</LinearRing></outerBoundaryIs></Polygon>`;
};

/** Converts GeoJSON to KML 2.2; properties without a KML element become extended data. */
export const kmlOf = ({ features }: FeatureCollection): string => {
  const placemarks = features.map(({ properties, geometry }) => {
    const { name, ...extendedData } = properties ?? {};
    const data = Object.entries(extendedData).map(
      ([key, value]) => `<Data name="${escaped(key)}"><value>${escaped(value)}</value></Data>`,
    );
    const shape = shapeOf(geometry);
    return `<Placemark><name>${escaped(name)}</name><ExtendedData>${data.join('')}</ExtendedData>${shape ? kmlShape(shape) : ''}</Placemark>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
${placemarks.join('\n')}
</Document></kml>
`;
};
