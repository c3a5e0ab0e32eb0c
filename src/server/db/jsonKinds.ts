/** Kinds of fields whose columns hold JSON. A test compares them with the schemas of the fields. */
export const JSON_KINDS = ['geometry', 'grants', 'json', 'lngLat', 'weekTimes'] as const;
