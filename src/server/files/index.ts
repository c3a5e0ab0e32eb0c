export { imageExtensions, MOST_BYTES } from './fileType';
export { fingerprintOf } from './fingerprintOf';
export { type Files, openFiles } from './openFiles';
export { uploadCall } from './uploadCall';
