/** Storage in memory. Its entries are own properties, as in a browser. */
export const storageOf = (initial: Readonly<Record<string, string>> = {}): Storage => {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.assign(Object.create(methods), initial);
};
