export { BrandMark } from './BrandMark';
export { consoleTheme, FRAME } from './consoleTheme';
export { contrast, mix, readableOn } from './contrast';
export { type LayoutSize, layoutSizes } from './density';
export { type DeviceMode, deviceModes } from './deviceMode';
export { type Mode, PRIMARY } from './palette';
export { useMode } from './useMode';
