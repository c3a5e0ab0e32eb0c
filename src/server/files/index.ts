export { imageExtensions } from './fileType';
export { type Files, openFiles } from './openFiles';
export { MOST_BYTES, uploadCall } from './uploadCall';
