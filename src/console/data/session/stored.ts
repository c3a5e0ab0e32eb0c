/** Where everything of ours lies in the browser's storage; react-admin's store uses the same place. */
export const STORED_PREFIX = 'sealdesk.';

/** `local` outlives the browser, `session` the page; reaching for either may throw where cookies are forbidden. */
const places = { local: () => localStorage, session: () => sessionStorage };

export type StoredPlace = keyof typeof places;

/** A value as JSON; undefined for what is missing or cannot be read. */
export const readStored = (place: StoredPlace, key: string): unknown => {
  try {
    const text = places[place]().getItem(STORED_PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Written by hand or by another version, or no storage at all: as good as missing.
    return undefined;
  }
};

/** Undefined removes the value. A browser that stores nothing (private mode, quota) is not an error. */
export const writeStored = (place: StoredPlace, key: string, value: unknown): void => {
  try {
    const storage = places[place]();
    if (value === undefined) storage.removeItem(STORED_PREFIX + key);
    else storage.setItem(STORED_PREFIX + key, JSON.stringify(value));
  } catch {
    // The value lasts as long as the page.
  }
};

/** The keys in use that begin with a text. */
export const storedKeys = (place: StoredPlace, beginning = ''): string[] => {
  try {
    const start = STORED_PREFIX + beginning;
    const keys = Object.keys(places[place]()).filter((key) => key.startsWith(start));
    return keys.map((key) => key.slice(STORED_PREFIX.length));
  } catch {
    return [];
  }
};
