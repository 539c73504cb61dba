/** A text for a pattern of LIKE that stands for itself: `%`, `_` and `\` are escaped. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
