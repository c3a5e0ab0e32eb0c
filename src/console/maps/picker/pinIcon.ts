import L from 'leaflet';

const SVG = 'http://www.w3.org/2000/svg';

const drawn = (name: string, attributes: Readonly<Record<string, string>>) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

const iconOf = (size: number, anchor: L.PointTuple, shapes: readonly SVGElement[]) => {
  const box = `0 0 ${size} ${size}`;
  const svg = drawn('svg', { viewBox: box, width: String(size), height: String(size) });
  svg.append(...shapes);
  const html = document.createElement('div');
  html.append(svg);
  return L.divIcon({ html, className: '', iconSize: [size, size], iconAnchor: anchor });
};

/** A pin whose point is the place. */
export const pinIcon = (color: string, rim: string): L.DivIcon =>
  iconOf(
    36,
    [18, 35],
    [
      drawn('path', {
        d: 'M18 35C12 26 7 20.500 7 13.500a11 11 0 0 1 22 0C29 20.500 24 26 18 35Z',
        fill: color,
        stroke: rim,
        'stroke-width': '2',
      }),
      drawn('circle', { cx: '18', cy: '13.500', r: '4', fill: rim }),
    ],
  );

/** The handle on the edge of a circle. */
export const handleIcon = (color: string, rim: string): L.DivIcon =>
  iconOf(
    28,
    [14, 14],
    [
      drawn('circle', {
        cx: '14',
        cy: '14',
        r: '7',
        fill: rim,
        stroke: color,
        'stroke-width': '3',
      }),
    ],
  );
