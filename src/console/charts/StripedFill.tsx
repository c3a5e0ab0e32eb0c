interface Props {
  readonly id: string;
  readonly color: string;
}

/** A fill for shapes of an SVG around it, `url(#id)`: stripes of a colour on a tint of it. */
export const StripedFill = ({ id, color }: Props) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" fill={color} fillOpacity="0.25" />
    <rect width="3" height="6" fill={color} />
  </pattern>
);
