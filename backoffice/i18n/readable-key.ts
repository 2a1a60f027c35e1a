/** `messageUseAllPoints` becomes readable words. */
export const readableKey = (key: string): string =>
  key
    .replaceAll(/[_.-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([a-zA-Z])(\d)/g, '$1 $2')
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase())
