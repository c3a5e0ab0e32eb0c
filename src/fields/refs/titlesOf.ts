/** The column in which a record brings the titles of what a list of it refers to. */
export const titlesOf = (name: string): string => `${name}_titles`;
