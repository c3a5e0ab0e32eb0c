export { createHttp } from './createHttp';
export { API_BASE, FILES_URL, type HttpGiven, type HttpLog, type HttpOptions } from './HttpOptions';
