import { type Context, createContext, useContext } from 'react';

/** Creates a context that has no default, and its hook, which throws outside of the provider. @param place for the error */
export const requiredContext = <T>(place: string): [Context<T | null>, () => T] => {
  const Required = createContext<T | null>(null);
  const useRequired = () => {
    const value = useContext(Required);
    if (value === null) throw new Error(`This belongs inside of ${place}`);
    return value;
  };
  return [Required, useRequired];
};
