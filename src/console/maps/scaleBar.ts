/** A bar of a round length that is at most `maxPixels` wide. */
export const scaleBar = (
  metresPerPixel: number,
  maxPixels: number,
): { metres: number; pixels: number } => {
  const most = metresPerPixel * maxPixels;
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const lead = [5, 2, 1].find((digit) => digit * magnitude <= most) ?? 1;
  const metres = lead * magnitude;
  return { metres, pixels: metres / metresPerPixel };
};
