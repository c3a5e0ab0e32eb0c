export { openReplayGuard } from './admission';
export { FILES_URL, type HttpDependencies, type HttpOptions } from './context';
export { createHttpServer } from './createHttpServer';
export { filesUrlAt } from './downloads';
export { mapSessionCalls } from './mapSession';
export { mapServicesOf, openMaps } from './maps';
