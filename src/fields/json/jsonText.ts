/** A value as JSON; a text that already is JSON is laid out again, any other text stays as it is. */
export const jsonText = (value: unknown, indent?: number): string => {
  if (typeof value !== 'string') return JSON.stringify(value, null, indent);
  try {
    return JSON.stringify(JSON.parse(value), null, indent);
  } catch {
    return value;
  }
};

/** What was typed, as the value it writes; text that is no JSON stays text, for the rule to refuse. */
export const typedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
