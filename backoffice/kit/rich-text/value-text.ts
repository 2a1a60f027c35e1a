/** The text of a single-text value. */
export const valueOf = (value: Record<string, unknown> | null): string => {
  const text = value?.['value']
  return typeof text === 'string' ? text : ''
}
