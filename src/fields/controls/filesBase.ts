import { createContext, useContext } from 'react';

/** Where uploaded files are read from, without a slash at its end. */
export const FilesBaseContext = createContext('');

/** A function that makes the address of an uploaded file from its path; a whole address stays as it is. */
export const useFileAddress = (): ((path: string) => string) => {
  const base = useContext(FilesBaseContext);
  return (path) => fileAddress(base, path);
};

/** Joins a base and a path. Addresses of other schemes than http are paths too: a record's text must not run. */
export const fileAddress = (base: string, path: string): string =>
  /^https?:\/\//i.test(path) ? path : `${base}/${path.replace(/^\/+/, '')}`;

/** The last part of a path, which a person knows a file by. */
export const fileName = (path: string): string => path.split('/').at(-1) ?? path;
