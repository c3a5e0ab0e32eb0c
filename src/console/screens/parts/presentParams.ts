/**
 * The query of the address as it is this moment. What a component was drawn with may be older: two changes that come
 * close together, a filter after a pause in typing and a press on a row, would undo each other.
 */
export const presentParams = (): URLSearchParams => new URLSearchParams(window.location.search);
